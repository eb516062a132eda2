/* The inner loops of a taught chain (CRF): sums of weights, and the best labels of a sequence.
 *
 * `decoding.py` does the same in plain Python and is used where this was not compiled; a test compares the two. Weights of one
 * feature for all labels are one `bytes` object of 32-bit whole numbers. Nothing here knows what is labelled.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

#define MOST_LABELS 64
#define MOST_PARTS 16
#define MOST_MARGIN 64
#define SEEN 64

/* Adds numbers, four at once; what is too large for 32 bits comes out wrong, but does no harm. */
static inline void
add(int32_t *restrict total, const int32_t *restrict row, Py_ssize_t count)
{
    Py_ssize_t at = 0;
    for (; at + 4 <= count; at += 4) {
        for (int each = 0; each < 4; each++) {
            total[at + each] = (int32_t)((uint32_t)total[at + each] + (uint32_t)row[at + each]);
        }
    }
    for (; at < count; at++) {
        total[at] = (int32_t)((uint32_t)total[at] + (uint32_t)row[at]);
    }
}

/* So many numbers of a `bytes` object, whose bytes are aligned to eight; NULL where it has more or fewer. */
static const int32_t *
numbers(PyObject *row, Py_ssize_t count)
{
    if (!PyBytes_CheckExact(row) || PyBytes_GET_SIZE(row) != count * (Py_ssize_t)sizeof(int32_t)) {
        PyErr_SetString(PyExc_TypeError, "a row of weights has one whole number a label");
        return NULL;
    }
    return (const int32_t *)PyBytes_AS_STRING(row);
}

/* A column as it is looked up. */
typedef struct {
    PyObject *table;
    PyObject *parts;  /* the table and the spelling of each item that is told; None where all that is known is in the table */
    Py_ssize_t count;  /* of the items that a value tells of */
    Py_ssize_t distances[MOST_PARTS];
    Py_ssize_t width;  /* of what one item is told */
    Py_ssize_t most;  /* values that are remembered */
    struct {
        PyObject *value, *row;
    } seen[SEEN];  /* most values of a column are a few objects that come again and again: known by their addresses */
} Column;

/* The features that a value stands for, a tuple: itself, what a function says of it, or one. A new reference. */
static PyObject *
features_of(PyObject *value, PyObject *spell)
{
    PyObject *features;
    if (spell != Py_None) {
        features = PyObject_CallOneArg(spell, value);
    } else if (PyUnicode_CheckExact(value)) {
        features = PyTuple_Pack(1, value);
    } else {
        features = value == Py_None ? PyTuple_New(0) : Py_NewRef(value);
    }
    if (features != NULL && !PyTuple_Check(features)) {
        PyErr_SetString(PyExc_TypeError, "a value stands for a tuple of features");
        Py_CLEAR(features);
    }
    return features;
}

/* Adds what a table says of features: nothing of those that it does not know. */
static int
add_known(int32_t *total, PyObject *table, PyObject *features, Py_ssize_t width)
{
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(features); at++) {
        PyObject *row = PyDict_GetItemWithError(table, PyTuple_GET_ITEM(features, at));
        if (row == NULL) {
            if (PyErr_Occurred()) {
                return -1;
            }
            continue;
        }
        const int32_t *weights = numbers(row, width);
        if (weights == NULL) {
            return -1;
        }
        add(total, weights, width);
    }
    return 0;
}

/* What a value adds to each of the items that it tells of, one row after the other: made and remembered. A new reference. */
static PyObject *
summed(const Column *column, PyObject *value)
{
    PyObject *row = PyBytes_FromStringAndSize(NULL, column->count * column->width * (Py_ssize_t)sizeof(int32_t));
    PyObject *features = NULL, *last = NULL;
    if (row == NULL) {
        return NULL;
    }
    int32_t *into = (int32_t *)PyBytes_AS_STRING(row);
    memset(into, 0, PyBytes_GET_SIZE(row));
    for (Py_ssize_t part = 0; part < column->count; part++, into += column->width) {
        PyObject *table, *spell;
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(column->parts, part), "O!O", &PyDict_Type, &table, &spell)) {
            goto failed;
        }
        if (spell != last) {  /* those before and behind are often told the same */
            Py_XSETREF(features, features_of(value, spell));
            last = spell;
        }
        if (features == NULL || add_known(into, table, features, column->width) < 0) {
            goto failed;
        }
    }
    Py_XDECREF(features);
    if (PyDict_GET_SIZE(column->table) >= column->most) {
        PyDict_Clear(column->table);
    }
    if (PyDict_SetItem(column->table, value, row) < 0) {
        Py_CLEAR(row);
    }
    return row;
failed:
    Py_XDECREF(features);
    Py_DECREF(row);
    return NULL;
}

/* What a value adds to the items that it tells of; NULL where that is nothing. */
static int
look_up(Column *column, PyObject *value, const int32_t **weights)
{
    size_t slot = ((uintptr_t)value >> 4) % SEEN;
    if (column->seen[slot].value != value) {
        if (column->parts == Py_None && !PyUnicode_CheckExact(value)) {
            PyErr_SetString(PyExc_TypeError, "a feature is a string");
            return -1;
        }
        PyObject *row = Py_XNewRef(PyDict_GetItemWithError(column->table, value));
        if (row == NULL && !PyErr_Occurred() && column->parts != Py_None) {
            row = summed(column, value);
        }
        if (row == NULL ? PyErr_Occurred() != NULL : numbers(row, column->count * column->width) == NULL) {
            Py_XDECREF(row);
            return -1;
        }
        Py_XSETREF(column->seen[slot].value, Py_NewRef(value));
        Py_XSETREF(column->seen[slot].row, row);
    }
    PyObject *row = column->seen[slot].row;
    *weights = row == NULL ? NULL : (const int32_t *)PyBytes_AS_STRING(row);
    return 0;
}

/* Adds what a value of an item, or of a place beside the sequence, tells of the items. */
static int
add_value(int32_t *scores, Column *column, PyObject *value, Py_ssize_t place, Py_ssize_t size)
{
    const int32_t *weights;
    if (look_up(column, value, &weights) < 0) {
        return -1;
    }
    for (Py_ssize_t part = 0; weights != NULL && part < column->count; part++) {
        Py_ssize_t item = place + column->distances[part];
        if (item >= 0 && item < size) {
            add(scores + item * column->width, weights + part * column->width, column->width);
        }
    }
    return 0;
}

/* Adds what each value of a column tells; of a list, what each of its features does. */
static int
add_values(int32_t *scores, Column *column, PyObject *values, Py_ssize_t margin, Py_ssize_t size)
{
    for (Py_ssize_t place = -margin; place < size + margin; place++) {
        if (PyList_GET_SIZE(values) != size + 2 * margin) {  /* asked each time, for what spells a value is anybody's code */
            PyErr_SetString(PyExc_ValueError, "every column has a value for each item");
            return -1;
        }
        PyObject *value = Py_NewRef(PyList_GET_ITEM(values, place + margin));
        int status = 0;
        if (column->parts == Py_None && PyList_CheckExact(value)) {
            for (Py_ssize_t at = 0; status == 0 && at < PyList_GET_SIZE(value); at++) {
                status = add_value(scores, column, PyList_GET_ITEM(value, at), place, size);
            }
        } else if (column->parts != Py_None || value != Py_None) {
            status = add_value(scores, column, value, place, size);
        }
        Py_DECREF(value);
        if (status < 0) {
            return -1;
        }
    }
    return 0;
}

/* Reads how far behind its own item each item is that a value tells of. */
static int
read_distances(Column *column, PyObject *distances, Py_ssize_t margin)
{
    column->count = PyTuple_GET_SIZE(distances);
    if (column->count > MOST_PARTS || margin < 0 || margin > MOST_MARGIN) {
        PyErr_Format(PyExc_ValueError, "a column tells of %d items at most", MOST_PARTS);
        return -1;
    }
    if (column->parts != Py_None && (!PyTuple_Check(column->parts) || PyTuple_GET_SIZE(column->parts) != column->count)) {
        PyErr_SetString(PyExc_ValueError, "each item that is told has a table");
        return -1;
    }
    for (Py_ssize_t part = 0; part < column->count; part++) {
        Py_ssize_t distance = PyLong_AsSsize_t(PyTuple_GET_ITEM(distances, part));
        if (PyErr_Occurred()) {
            return -1;
        }
        if (distance < -MOST_MARGIN || distance > MOST_MARGIN) {
            PyErr_SetString(PyExc_ValueError, "a column tells of items that are near");
            return -1;
        }
        column->distances[part] = distance;
    }
    return 0;
}

/* Adds a column: what its values tell is looked up once, and added wherever it is told. */
static int
add_column(int32_t *scores, PyObject *told, Py_ssize_t size, Py_ssize_t width, Py_ssize_t most)
{
    Column column = {.width = width, .most = most};
    PyObject *distances, *values;
    Py_ssize_t margin;
    if (!PyArg_ParseTuple(told, "O!O!OO!n", &PyDict_Type, &column.table, &PyTuple_Type, &distances, &column.parts, &PyList_Type,
                          &values, &margin)
        || read_distances(&column, distances, margin) < 0) {
        return -1;
    }
    int status = add_values(scores, &column, values, margin, size);
    for (int slot = 0; slot < SEEN; slot++) {
        Py_XDECREF(column.seen[slot].value);
        Py_XDECREF(column.seen[slot].row);
    }
    return status;
}

/* Begins sums with those of other columns, or of some labels of several chains. */
static int
begin(int32_t *scores, PyObject *begun, Py_ssize_t size, Py_ssize_t width)
{
    PyObject *sums;
    Py_ssize_t items, from, first;
    if (!PyArg_ParseTuple(begun, "Snnn", &sums, &items, &from, &first)) {
        return -1;
    }
    if (items != size || from > MOST_LABELS || first < 0 || first > from - width) {
        PyErr_SetString(PyExc_ValueError, "sums go on with items and labels that there are");
        return -1;
    }
    const int32_t *others = numbers(sums, size * from);
    for (Py_ssize_t item = 0; others != NULL && item < size; item++) {
        memcpy(scores + item * width, others + item * from + first, width * sizeof *scores);
    }
    return others == NULL ? -1 : 0;
}

PyDoc_STRVAR(sums_doc,
             "sums(columns, size, width, most, begun): the sums of weights, item by item and label by label. They begin with nothing (None), or with "
             "other sums: these, of how many items and labels they are, and the first of the labels that are asked for.");

static PyObject *
sums(PyObject *module, PyObject *args)
{
    PyObject *columns, *begun;
    Py_ssize_t size, width, most;
    if (!PyArg_ParseTuple(args, "O!nnnO", &PyList_Type, &columns, &size, &width, &most, &begun)) {
        return NULL;
    }
    if (width < 1 || width > MOST_LABELS || size < 0 || size > PY_SSIZE_T_MAX / MOST_LABELS / 8) {
        PyErr_Format(PyExc_ValueError, "a chain has 1 to %d labels", MOST_LABELS);
        return NULL;
    }
    PyObject *found = PyBytes_FromStringAndSize(NULL, size * width * (Py_ssize_t)sizeof(int32_t));
    if (found == NULL) {
        return NULL;
    }
    int32_t *scores = (int32_t *)PyBytes_AS_STRING(found);
    memset(scores, 0, PyBytes_GET_SIZE(found));
    int status = begun == Py_None ? 0 : begin(scores, begun, size, width);
    for (Py_ssize_t at = 0; status == 0 && at < PyList_GET_SIZE(columns); at++) {
        PyObject *column = Py_NewRef(PyList_GET_ITEM(columns, at));  /* whatever the code that spells values does */
        status = add_column(scores, column, size, width, most);
        Py_DECREF(column);
    }
    if (status < 0) {
        Py_CLEAR(found);
    }
    return found;
}

/* One step: for each label the best sum of a label before it and the way from there, plus its own score. */
static void
step(const int64_t *before, const int32_t *here, const int32_t *ways, Py_ssize_t labels, int64_t *after, uint8_t *origins)
{
    for (Py_ssize_t to = 0; to < labels; to++) {
        int64_t best = before[0] + ways[to];
        uint8_t origin = 0;
        for (Py_ssize_t from = 1; from < labels; from++) {
            int64_t sum = before[from] + ways[from * labels + to];
            if (sum > best) {
                best = sum;
                origin = (uint8_t)from;
            }
        }
        after[to] = best + here[to];
        if (origins != NULL) {
            origins[to] = origin;
        }
    }
}

static Py_ssize_t
best_of(const int64_t *sums, Py_ssize_t labels)
{
    Py_ssize_t best = 0;
    for (Py_ssize_t at = 1; at < labels; at++) {
        if (sums[at] > sums[best]) {
            best = at;
        }
    }
    return best;
}

/* What both functions are given: labels, sums, and the ways from each label to each. How many items there are; -1 where something is wrong. */
static Py_ssize_t
prepared(PyObject *args, PyObject **labels, const int32_t **scores, const int32_t **ways, PyObject **steps)
{
    PyObject *sums, *raw;
    if (!PyArg_ParseTuple(args, "O!SS|O!", &PyTuple_Type, labels, &sums, &raw, &PyTuple_Type, steps)) {
        return -1;
    }
    Py_ssize_t count = PyTuple_GET_SIZE(*labels), size;
    if (count < 1 || count > MOST_LABELS) {
        PyErr_Format(PyExc_ValueError, "a chain has 1 to %d labels", MOST_LABELS);
        return -1;
    }
    size = PyBytes_GET_SIZE(sums) / (count * (Py_ssize_t)sizeof(int32_t));
    *scores = numbers(sums, size * count);
    *ways = numbers(raw, count * count);
    return *scores == NULL || *ways == NULL ? -1 : size;
}

PyDoc_STRVAR(best_doc, "best(labels, sums, transitions): the labels of the best way through a sequence (Viterbi).");

static PyObject *
best(PyObject *module, PyObject *args)
{
    PyObject *labels, *steps = NULL, *found = NULL;
    const int32_t *scores, *ways;
    Py_ssize_t size = prepared(args, &labels, &scores, &ways, &steps);
    if (size < 0) {
        return NULL;
    }
    Py_ssize_t count = PyTuple_GET_SIZE(labels);
    uint8_t *origins = PyMem_Malloc((size_t)(size ? size : 1) * count);
    int64_t sums[2][MOST_LABELS];
    if (origins == NULL) {
        PyErr_NoMemory();
        goto done;
    }
    found = PyList_New(size);
    if (found == NULL || size == 0) {
        goto done;
    }
    for (Py_ssize_t at = 0; at < count; at++) {
        sums[0][at] = scores[at];
    }
    for (Py_ssize_t item = 1; item < size; item++) {
        step(sums[(item - 1) & 1], scores + item * count, ways, count, sums[item & 1], origins + item * count);
    }
    Py_ssize_t place = best_of(sums[(size - 1) & 1], count);
    for (Py_ssize_t item = size - 1; item >= 0; item--) {
        PyList_SET_ITEM(found, item, Py_NewRef(PyTuple_GET_ITEM(labels, place)));
        place = item ? origins[item * count + place] : 0;
    }
done:
    PyMem_Free(origins);
    return found;
}

PyDoc_STRVAR(sure_doc,
             "sure(labels, sums, transitions, steps): the labels of the best way, each with how many of the steps the best way "
             "without it is behind.");

static PyObject *
sure(PyObject *module, PyObject *args)
{
    PyObject *labels, *steps = NULL, *found = NULL;
    const int32_t *scores, *ways;
    Py_ssize_t size = prepared(args, &labels, &scores, &ways, &steps);
    if (size < 0) {
        return NULL;
    }
    Py_ssize_t count = PyTuple_GET_SIZE(labels);
    int64_t *ahead = PyMem_Malloc((size_t)(size ? size : 1) * count * sizeof *ahead);
    int32_t turned[MOST_LABELS * MOST_LABELS];
    int64_t behind[2][MOST_LABELS];
    if (ahead == NULL) {
        PyErr_NoMemory();
        goto done;
    }
    for (Py_ssize_t from = 0; from < count; from++) {
        for (Py_ssize_t to = 0; to < count; to++) {
            turned[to * count + from] = ways[from * count + to];
        }
    }
    found = PyList_New(size);
    if (found == NULL || size == 0) {
        goto done;
    }
    for (Py_ssize_t at = 0; at < count; at++) {
        ahead[at] = scores[at];
    }
    for (Py_ssize_t item = 1; item < size; item++) {
        step(ahead + (item - 1) * count, scores + item * count, ways, count, ahead + item * count, NULL);
    }
    for (Py_ssize_t item = size - 1; item >= 0; item--) {
        int64_t *back = behind[item & 1], through[MOST_LABELS];
        const int32_t *here = scores + item * count;
        if (item == size - 1) {
            for (Py_ssize_t at = 0; at < count; at++) {
                back[at] = here[at];
            }
        } else {
            step(behind[(item + 1) & 1], here, turned, count, back, NULL);
        }
        for (Py_ssize_t at = 0; at < count; at++) {
            through[at] = ahead[item * count + at] + back[at] - here[at];
        }
        Py_ssize_t place = best_of(through, count);
        int64_t second = count == 1 ? through[place] - INT32_MAX : INT64_MIN; /* a label without rivals is sure */
        for (Py_ssize_t at = 0; at < count; at++) {
            if (at != place && through[at] > second) {
                second = through[at];
            }
        }
        long passed = 0;
        for (Py_ssize_t at = 0; steps != NULL && at < PyTuple_GET_SIZE(steps); at++) {
            passed += PyLong_AsLongLong(PyTuple_GET_ITEM(steps, at)) <= through[place] - second;
        }
        PyObject *one = Py_BuildValue("(Ol)", PyTuple_GET_ITEM(labels, place), passed);
        if (one == NULL || PyErr_Occurred()) {
            Py_XDECREF(one);
            Py_CLEAR(found);
            goto done;
        }
        PyList_SET_ITEM(found, item, one);
    }
done:
    PyMem_Free(ahead);
    return found;
}

static PyMethodDef methods[] = {
    {"sums", sums, METH_VARARGS, sums_doc},
    {"best", best, METH_VARARGS, best_doc},
    {"sure", sure, METH_VARARGS, sure_doc},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_decoding", "The inner loops of a taught chain.", 0, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit__decoding(void)
{
    return PyModuleDef_Init(&module);
}
