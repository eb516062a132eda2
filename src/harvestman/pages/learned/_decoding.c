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
#define MOST_RUN 3
#define FEW_BITS 5  /* so many of a table's values are known by their addresses: 32 of them are looked through at less cost than more */
#define MANY_BITS 11
#define MANY 1000
#define AHEAD 8  /* values that are asked for while others are added: made a while ago, they are no longer near the processor */

#ifdef __GNUC__
#define prefetch __builtin_prefetch
#else
#define prefetch(address)
#endif

/* What the values of a column tell: looked up in a dictionary, but for most of them, which are a few strings and tuples that come again and again:
 * these are known by their addresses, so that they need not be looked at. */
typedef struct {
    PyObject_HEAD
    PyObject *rows;
    PyObject *parts;  /* the table and the spelling of each item that is told; None where all that is known is in the rows */
    Py_ssize_t count;  /* of the items that a value tells of */
    Py_ssize_t distances[MOST_PARTS];
    Py_ssize_t run;  /* how many values in a row are one */
    Py_ssize_t width;  /* of what one item is told */
    Py_ssize_t most;  /* values that are remembered */
    int bits;  /* of the number of those that are known by their addresses */
    PyObject **seen;  /* these, each a run of values and the row that they add, or NULL where that is nothing */
} Table;

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

/* Adds what is known of features: nothing of those that are not. */
static int
add_known(int32_t *total, PyObject *rows, PyObject *features, Py_ssize_t width)
{
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(features); at++) {
        PyObject *row = PyDict_GetItemWithError(rows, PyTuple_GET_ITEM(features, at));
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

/* What a value adds to each of the items that it tells of, one row after the other: made and put into the dictionary, and left there. */
static PyObject *
summed(Table *table, PyObject *value)
{
    PyObject *row = PyBytes_FromStringAndSize(NULL, table->count * table->width * (Py_ssize_t)sizeof(int32_t));
    PyObject *features = NULL, *last = NULL;
    if (row == NULL) {
        return NULL;
    }
    int32_t *into = (int32_t *)PyBytes_AS_STRING(row);
    memset(into, 0, PyBytes_GET_SIZE(row));
    for (Py_ssize_t part = 0; part < table->count; part++, into += table->width) {
        PyObject *rows, *spell;
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(table->parts, part), "O!O", &PyDict_Type, &rows, &spell)) {
            goto failed;
        }
        if (spell != last) {  /* those before and behind are often told the same */
            Py_XSETREF(features, features_of(value, spell));
            last = spell;
        }
        if (features == NULL || add_known(into, rows, features, table->width) < 0) {
            goto failed;
        }
    }
    Py_XDECREF(features);
    if (PyDict_GET_SIZE(table->rows) >= table->most) {
        PyDict_Clear(table->rows);
    }
    int status = PyDict_SetItem(table->rows, value, row);
    Py_DECREF(row);
    return status < 0 ? NULL : row;
failed:
    Py_XDECREF(features);
    Py_DECREF(row);
    return NULL;
}

/* What values in a row are as one: a single one itself, strings put together. A new reference. */
static PyObject *
joined(PyObject *const *values, Py_ssize_t run)
{
    PyObject *one = Py_NewRef(values[0]);
    for (Py_ssize_t at = 1; one != NULL && at < run; at++) {
        Py_SETREF(one, PyUnicode_Concat(one, values[at]));
    }
    return one;
}

/* Keeps values in a row and what they add, in the place of others. */
static void
keep(PyObject **seen, PyObject *const *values, Py_ssize_t run, PyObject *row)
{
    PyObject *old[MOST_RUN + 1];
    memcpy(old, seen, (run + 1) * sizeof *seen);
    for (Py_ssize_t at = 0; at < run; at++) {
        seen[at] = Py_NewRef(values[at]);
    }
    seen[run] = Py_XNewRef(row);
    for (Py_ssize_t at = 0; at <= run; at++) {
        Py_XDECREF(old[at]);
    }
}

/* Looks values in a row up by what they are. What they add is left in the dictionary: NULL where that is nothing. */
static int
find(Table *table, PyObject *const *values, PyObject **seen, PyObject **row)
{
    PyObject *held[MOST_RUN];  /* for what spells a value may take the values away */
    for (Py_ssize_t at = 0; at < table->run; at++) {
        held[at] = Py_NewRef(values[at]);
    }
    PyObject *value = joined(held, table->run);
    *row = NULL;
    if (table->parts == Py_None && value != NULL && !PyUnicode_CheckExact(value)) {
        PyErr_SetString(PyExc_TypeError, "a feature is a string");
    } else if (value != NULL) {
        *row = PyDict_GetItemWithError(table->rows, value);
        if (*row == NULL && !PyErr_Occurred() && table->parts != Py_None) {
            *row = summed(table, value);
        }
    }
    int status = *row == NULL ? -(PyErr_Occurred() != NULL) : -(numbers(*row, table->count * table->width) == NULL);
    Py_XDECREF(value);
    /* What nobody else has does not come again. */
    if (status == 0 && (table->run > 1 || Py_REFCNT(held[0]) > 2)) {
        keep(seen, held, table->run, *row);
    }
    for (Py_ssize_t at = 0; at < table->run; at++) {
        Py_DECREF(held[at]);
    }
    return status;
}

/* Adds what values in a row tell of the items: the last of them is the one of this place, an item or beside the sequence. */
static int
add_value(int32_t *scores, Table *table, PyObject *const *values, Py_ssize_t place, Py_ssize_t size)
{
    uint64_t mixed = 0;
    for (Py_ssize_t at = 0; at < table->run; at++) {
        mixed = (mixed + (uintptr_t)values[at]) * UINT64_C(0x9E3779B97F4A7C15);
    }
    PyObject **seen = table->seen + (mixed >> (64 - table->bits)) * (table->run + 1);
    PyObject *row = seen[table->run];
    int is_seen = 1;
    for (Py_ssize_t at = 0; at < table->run; at++) {
        is_seen &= seen[at] == values[at];
    }
    if (!is_seen && find(table, values, seen, &row) < 0) {
        return -1;
    }
    if (row == NULL) {
        return 0;
    }
    const int32_t *weights = (const int32_t *)PyBytes_AS_STRING(row);
    for (Py_ssize_t part = 0; part < table->count; part++, weights += table->width) {
        Py_ssize_t item = place + table->distances[part];
        if (item >= 0 && item < size) {
            add(scores + item * table->width, weights, table->width);
        }
    }
    return 0;
}

/* Adds a column: of each value what it tells; of a list, what each of its features does. */
static int
add_column(int32_t *scores, Table *table, PyObject *values, Py_ssize_t margin, Py_ssize_t size)
{
    for (Py_ssize_t at = 0; at < size + 2 * margin; at++) {
        if (PyList_GET_SIZE(values) != size + 2 * margin) {  /* asked each time, for what spells a value is anybody's code */
            PyErr_SetString(PyExc_ValueError, "every column has a value for each item");
            return -1;
        }
        PyObject *const *last = ((PyListObject *)values)->ob_item + at;
        if (at + AHEAD < size + 2 * margin) {
            prefetch(last[AHEAD]);
        }
        int status = 0;
        if (table->parts == Py_None && PyList_CheckExact(*last)) {
            for (Py_ssize_t each = 0; status == 0 && each < PyList_GET_SIZE(*last); each++) {
                status = add_value(scores, table, ((PyListObject *)*last)->ob_item + each, at - margin, size);
            }
        } else if (at >= table->run - 1 && (table->parts != Py_None || *last != Py_None)) {
            status = add_value(scores, table, last - (table->run - 1), at - margin, size);
        }
        if (status < 0) {
            return -1;
        }
    }
    return 0;
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

typedef struct {
    PyTypeObject *table;
} State;

/* Adds one of the columns: its table, its values, and how many of them there are before the first item and behind the last. */
static int
add_told(int32_t *scores, PyObject *told, State *state, Py_ssize_t size, Py_ssize_t width)
{
    Table *table;
    PyObject *values;
    Py_ssize_t margin;
    if (!PyArg_ParseTuple(told, "O!O!n", state->table, &table, &PyList_Type, &values, &margin)) {
        return -1;
    }
    if (table->width != width || margin < 0 || margin > MOST_MARGIN) {
        PyErr_SetString(PyExc_ValueError, "a table has weights for each label, and a column few values beside the sequence");
        return -1;
    }
    return add_column(scores, table, values, margin, size);
}

PyDoc_STRVAR(sums_doc,
             "sums(columns, size, width, begun): the sums of weights, item by item and label by label. They begin with nothing (None), or with other "
             "sums: these, of how many items and labels they are, and the first of the labels that are asked for.");

static PyObject *
sums(PyObject *module, PyObject *args)
{
    PyObject *columns, *begun;
    Py_ssize_t size, width;
    if (!PyArg_ParseTuple(args, "O!nnO", &PyList_Type, &columns, &size, &width, &begun)) {
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
        status = add_told(scores, column, PyModule_GetState(module), size, width);
        Py_DECREF(column);
    }
    if (status < 0) {
        Py_CLEAR(found);
    }
    return found;
}

/* Reads how far behind its own item each item is that a value tells of. */
static int
read_distances(Table *table, PyObject *distances)
{
    table->count = PyTuple_GET_SIZE(distances);
    if (table->count > MOST_PARTS) {
        PyErr_Format(PyExc_ValueError, "a value tells of %d items at most", MOST_PARTS);
        return -1;
    }
    for (Py_ssize_t part = 0; part < table->count; part++) {
        Py_ssize_t distance = PyLong_AsSsize_t(PyTuple_GET_ITEM(distances, part));
        if (PyErr_Occurred()) {
            return -1;
        }
        if (distance < -MOST_MARGIN || distance > MOST_MARGIN) {
            PyErr_SetString(PyExc_ValueError, "a value tells of items that are near");
            return -1;
        }
        table->distances[part] = distance;
    }
    return 0;
}

static PyObject *
new_table(PyTypeObject *type, PyObject *args, PyObject *names)
{
    PyObject *rows, *distances, *parts;
    Py_ssize_t run, width, most;
    if (!PyArg_ParseTuple(args, "O!O!Onnn", &PyDict_Type, &rows, &PyTuple_Type, &distances, &parts, &run, &width, &most)) {
        return NULL;
    }
    Py_ssize_t count = PyTuple_GET_SIZE(distances);
    if (run < 1 || run > MOST_RUN || width < 1 || width > MOST_LABELS
        || (parts != Py_None && (!PyTuple_Check(parts) || PyTuple_GET_SIZE(parts) != count))) {
        PyErr_SetString(PyExc_ValueError, "each item that is told has a table, with weights for each label");
        return NULL;
    }
    Table *table = (Table *)type->tp_alloc(type, 0);
    if (table == NULL) {
        return NULL;
    }
    table->rows = Py_NewRef(rows);
    table->parts = Py_NewRef(parts);
    table->run = run;
    table->width = width;
    table->most = most;
    table->bits = PyDict_GET_SIZE(rows) < MANY ? FEW_BITS : MANY_BITS;
    table->seen = PyMem_Calloc((size_t)1 << table->bits, (run + 1) * sizeof *table->seen);
    if (table->seen == NULL) {
        PyErr_NoMemory();
    }
    if (table->seen == NULL || read_distances(table, distances) < 0) {
        Py_DECREF(table);
        return NULL;
    }
    return (PyObject *)table;
}

static void
free_table(Table *table)
{
    PyTypeObject *type = Py_TYPE(table);
    for (Py_ssize_t at = 0; table->seen != NULL && at < ((Py_ssize_t)1 << table->bits) * (table->run + 1); at++) {
        Py_XDECREF(table->seen[at]);
    }
    PyMem_Free(table->seen);
    Py_XDECREF(table->rows);
    Py_XDECREF(table->parts);
    type->tp_free(table);
    Py_DECREF(type);
}

PyDoc_STRVAR(table_doc,
             "Table(rows, distances, parts, run, width, most): what the values of a column tell, as `Known` of decoding.py; of so many labels, and how "
             "many values are remembered.");

static PyType_Slot table_slots[] = {
    {Py_tp_new, new_table}, {Py_tp_dealloc, free_table}, {Py_tp_doc, (void *)table_doc}, {0, NULL},
};

static PyType_Spec table_spec = {
    "harvestman.pages.learned._decoding.Table", sizeof(Table), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, table_slots,
};

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

static int
fill(PyObject *module)
{
    State *state = PyModule_GetState(module);
    state->table = (PyTypeObject *)PyType_FromModuleAndSpec(module, &table_spec, NULL);
    return state->table == NULL ? -1 : PyModule_AddType(module, state->table);
}

static int
visit_module(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(((State *)PyModule_GetState(module))->table);
    return 0;
}

static int
clear_module(PyObject *module)
{
    Py_CLEAR(((State *)PyModule_GetState(module))->table);
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, fill}, {0, NULL}};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_decoding", "The inner loops of a taught chain.", sizeof(State), methods, slots, visit_module, clear_module, NULL,
};

PyMODINIT_FUNC
PyInit__decoding(void)
{
    return PyModuleDef_Init(&module);
}
