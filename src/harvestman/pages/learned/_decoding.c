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

/* Adds numbers; what is too large for 32 bits comes out wrong, but does no harm. */
static void
add(int32_t *total, const int32_t *row, Py_ssize_t count)
{
    for (Py_ssize_t at = 0; at < count; at++) {
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

/* Adds what a table says of a feature: nothing where it does not know it. */
static int
add_known(int32_t *total, PyObject *table, PyObject *feature, Py_ssize_t labels)
{
    if (!PyUnicode_CheckExact(feature)) {
        PyErr_SetString(PyExc_TypeError, "a feature is a string");
        return -1;
    }
    PyObject *row = PyDict_GetItemWithError(table, feature);
    if (row == NULL) {
        return PyErr_Occurred() ? -1 : 0;
    }
    const int32_t *weights = numbers(row, labels);
    if (weights == NULL) {
        return -1;
    }
    add(total, weights, labels);
    return 0;
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

/* What a value adds to each of the items that it tells of, one row after the other: made and remembered. A new reference. */
static PyObject *
summed(PyObject *known, PyObject *parts, PyObject *value, Py_ssize_t labels, Py_ssize_t most)
{
    Py_ssize_t count = PyTuple_GET_SIZE(parts);
    PyObject *row = PyBytes_FromStringAndSize(NULL, count * labels * (Py_ssize_t)sizeof(int32_t));
    PyObject *features = NULL, *last = NULL;
    if (row == NULL) {
        return NULL;
    }
    int32_t *into = (int32_t *)PyBytes_AS_STRING(row);
    memset(into, 0, PyBytes_GET_SIZE(row));
    for (Py_ssize_t part = 0; part < count; part++, into += labels) {
        Py_ssize_t distance;
        PyObject *table, *spell;
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(parts, part), "nO!O", &distance, &PyDict_Type, &table, &spell)) {
            goto failed;
        }
        if (spell != last) {  /* those before and behind are often told the same */
            Py_XSETREF(features, features_of(value, spell));
            last = spell;
        }
        if (features == NULL) {
            goto failed;
        }
        for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(features); at++) {
            if (add_known(into, table, PyTuple_GET_ITEM(features, at), labels) < 0) {
                goto failed;
            }
        }
    }
    Py_XDECREF(features);
    if (PyDict_GET_SIZE(known) >= most) {
        PyDict_Clear(known);
    }
    if (PyDict_SetItem(known, value, row) < 0) {
        Py_CLEAR(row);
    }
    return row;
failed:
    Py_XDECREF(features);
    Py_DECREF(row);
    return NULL;
}

/* Adds a column whose values tell of several items: a value is looked up once, and added wherever it is told. */
static int
add_sums(int32_t *scores, PyObject *known, PyObject *parts, PyObject *values, Py_ssize_t margin, Py_ssize_t size, Py_ssize_t labels,
         Py_ssize_t most)
{
    Py_ssize_t count = PyTuple_GET_SIZE(parts), distances[MOST_PARTS];
    if (count > MOST_PARTS || margin < 0 || margin > MOST_MARGIN) {
        PyErr_Format(PyExc_ValueError, "a column tells of %d items at most", MOST_PARTS);
        return -1;
    }
    for (Py_ssize_t part = 0; part < count; part++) {
        PyObject *table, *spell;
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(parts, part), "nO!O", distances + part, &PyDict_Type, &table, &spell)) {
            return -1;
        }
        if (distances[part] < -MOST_MARGIN || distances[part] > MOST_MARGIN) {
            PyErr_SetString(PyExc_ValueError, "a column tells of items that are near");
            return -1;
        }
    }
    for (Py_ssize_t place = -margin; place < size + margin; place++) {
        if (PyList_GET_SIZE(values) != size + 2 * margin) {  /* asked each time, for what spells a value is anybody's code */
            PyErr_SetString(PyExc_ValueError, "every column has a value for each item");
            return -1;
        }
        PyObject *value = Py_NewRef(PyList_GET_ITEM(values, place + margin));
        PyObject *row = Py_XNewRef(PyDict_GetItemWithError(known, value));
        if (row == NULL && !PyErr_Occurred()) {
            row = summed(known, parts, value, labels, most);
        }
        const int32_t *weights = row == NULL ? NULL : numbers(row, count * labels);
        for (Py_ssize_t part = 0; weights != NULL && part < count; part++) {
            Py_ssize_t item = place + distances[part];
            if (item >= 0 && item < size) {
                add(scores + item * labels, weights + part * labels, labels);
            }
        }
        Py_XDECREF(row);
        Py_DECREF(value);
        if (weights == NULL) {
            return -1;
        }
    }
    return 0;
}

/* Adds a column of features that stand each for itself: one an item, or a list of them. */
static int
add_features(int32_t *scores, PyObject *table, PyObject *values, Py_ssize_t size, Py_ssize_t labels)
{
    if (PyList_GET_SIZE(values) != size) {
        PyErr_SetString(PyExc_ValueError, "every column has a value for each item");
        return -1;
    }
    for (Py_ssize_t item = 0; item < size; item++, scores += labels) {
        PyObject *value = PyList_GET_ITEM(values, item);
        if (!PyList_CheckExact(value)) {
            if (value != Py_None && add_known(scores, table, value, labels) < 0) {
                return -1;
            }
            continue;
        }
        for (Py_ssize_t at = 0; at < PyList_GET_SIZE(value); at++) {
            if (add_known(scores, table, PyList_GET_ITEM(value, at), labels) < 0) {
                return -1;
            }
        }
    }
    return 0;
}

/* The sums of weights, item by item and label by label, in memory that the caller frees; NULL where something is wrong. */
static int32_t *
scores_of(PyObject *columns, Py_ssize_t size, Py_ssize_t labels, Py_ssize_t most)
{
    if (labels < 1 || labels > MOST_LABELS || size < 0) {
        PyErr_Format(PyExc_ValueError, "a chain has 1 to %d labels", MOST_LABELS);
        return NULL;
    }
    int32_t *scores = PyMem_Calloc((size_t)(size ? size : 1) * labels, sizeof *scores);
    if (scores == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    for (Py_ssize_t at = 0; at < PyList_GET_SIZE(columns); at++) {
        PyObject *table, *parts, *values;
        Py_ssize_t margin;
        PyObject *column = Py_NewRef(PyList_GET_ITEM(columns, at));  /* whatever the code that spells values does */
        int status = -1;
        if (PyArg_ParseTuple(column, "O!OO!n", &PyDict_Type, &table, &parts, &PyList_Type, &values, &margin)) {
            status = PyTuple_Check(parts) ? add_sums(scores, table, parts, values, margin, size, labels, most)
                                          : add_features(scores, table, values, size, labels);
        }
        Py_DECREF(column);
        if (status < 0) {
            PyMem_Free(scores);
            return NULL;
        }
    }
    return scores;
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

/* Reads the arguments that both functions have in common, and computes the scores. */
static int32_t *
prepared(PyObject *args, PyObject **labels, Py_ssize_t *size, const int32_t **ways, PyObject **steps)
{
    PyObject *columns;
    const char *raw;
    Py_ssize_t length, most;
    if (!PyArg_ParseTuple(args, "O!O!ny#n|O!", &PyTuple_Type, labels, &PyList_Type, &columns, size, &raw, &length, &most,
                          &PyTuple_Type, steps)) {
        return NULL;
    }
    Py_ssize_t count = PyTuple_GET_SIZE(*labels);
    if (length != count * count * (Py_ssize_t)sizeof(int32_t)) {
        PyErr_SetString(PyExc_ValueError, "there is one way from each label to each");
        return NULL;
    }
    *ways = (const int32_t *)raw;  /* the bytes of a `bytes` object are aligned to eight */
    return scores_of(columns, *size, count, most);
}

PyDoc_STRVAR(best_doc, "best(labels, columns, size, transitions, most): the labels of the best way through a sequence (Viterbi).");

static PyObject *
best(PyObject *module, PyObject *args)
{
    PyObject *labels, *steps = NULL, *found = NULL;
    Py_ssize_t size;
    const int32_t *ways;
    int32_t *scores = prepared(args, &labels, &size, &ways, &steps);
    if (scores == NULL) {
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
    PyMem_Free(scores);
    return found;
}

PyDoc_STRVAR(sure_doc,
             "sure(labels, columns, size, transitions, most, steps): the labels of the best way, each with how many of the steps the best way "
             "without it is behind.");

static PyObject *
sure(PyObject *module, PyObject *args)
{
    PyObject *labels, *steps = NULL, *found = NULL;
    Py_ssize_t size;
    const int32_t *ways;
    int32_t *scores = prepared(args, &labels, &size, &ways, &steps);
    if (scores == NULL) {
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
    PyMem_Free(scores);
    return found;
}

static PyMethodDef methods[] = {
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
