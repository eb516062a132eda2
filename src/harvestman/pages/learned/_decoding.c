/* The inner loops of a taught chain (CRF): sums of weights, and the best labels of a sequence.
 *
 * `decoding.py` does the same in plain Python and is used where this was not compiled; a test compares the two. Weights of one
 * feature for all labels are one `bytes` object of 32-bit whole numbers. Nothing here knows what is labelled.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

#define MOST_LABELS 64

/* Adds a row of weights; -1 where it is none. */
static int
add_row(int64_t *total, PyObject *row, Py_ssize_t labels)
{
    if (!PyBytes_CheckExact(row) || PyBytes_GET_SIZE(row) != labels * (Py_ssize_t)sizeof(int32_t)) {
        PyErr_SetString(PyExc_TypeError, "a row of weights has one whole number a label");
        return -1;
    }
    const char *weights = PyBytes_AS_STRING(row);
    for (Py_ssize_t at = 0; at < labels; at++) {
        int32_t weight;
        memcpy(&weight, weights + at * sizeof weight, sizeof weight);
        total[at] += weight;
    }
    return 0;
}

/* Adds what a table says of a key. A table that makes rows has them made (`__missing__`); for others an unknown key is nothing. */
static int
add_known(int64_t *total, PyObject *table, PyObject *key, int is_made, Py_ssize_t labels)
{
    PyObject *row = PyDict_GetItemWithError(table, key);
    if (row != NULL) {
        return add_row(total, row, labels);
    }
    if (PyErr_Occurred()) {
        return -1;
    }
    if (!is_made) {
        return 0;
    }
    row = PyObject_GetItem(table, key);
    int status = row == NULL ? -1 : add_row(total, row, labels);
    Py_XDECREF(row);
    return status;
}

/* Adds one column: a table, and a value for each item, which for tables that do not make rows may be a list of keys. */
static int
add_column(int64_t *scores, PyObject *column, Py_ssize_t size, Py_ssize_t labels)
{
    PyObject *table, *values;
    int is_made;
    if (!PyArg_ParseTuple(column, "O!O!p", &PyDict_Type, &table, &PyList_Type, &values, &is_made)) {
        return -1;
    }
    for (Py_ssize_t item = 0; item < size; item++) {
        if (PyList_GET_SIZE(values) != size) {  /* asked each time, for `__missing__` is anybody's code */
            PyErr_SetString(PyExc_ValueError, "every column has a value for each item");
            return -1;
        }
        int64_t *total = scores + item * labels;
        PyObject *value = Py_NewRef(PyList_GET_ITEM(values, item));
        int status = 0;
        if (is_made || !PyList_CheckExact(value)) {
            status = add_known(total, table, value, is_made, labels);
        } else {
            for (Py_ssize_t at = 0; status == 0 && at < PyList_GET_SIZE(value); at++) {
                status = add_known(total, table, PyList_GET_ITEM(value, at), 0, labels);
            }
        }
        Py_DECREF(value);
        if (status < 0) {
            return -1;
        }
    }
    return 0;
}

/* The sums of weights, item by item and label by label, in memory that the caller frees; NULL where something is wrong. */
static int64_t *
scores_of(PyObject *columns, Py_ssize_t size, Py_ssize_t labels)
{
    if (labels < 1 || labels > MOST_LABELS || size < 0) {
        PyErr_Format(PyExc_ValueError, "a chain has 1 to %d labels", MOST_LABELS);
        return NULL;
    }
    int64_t *scores = PyMem_Calloc((size_t)(size ? size : 1) * labels, sizeof *scores);
    if (scores == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    for (Py_ssize_t at = 0; at < PyList_GET_SIZE(columns); at++) {
        if (add_column(scores, PyList_GET_ITEM(columns, at), size, labels) < 0) {
            PyMem_Free(scores);
            return NULL;
        }
    }
    return scores;
}

/* One step: for each label the best sum of a label before it and the way from there, plus its own score. */
static void
step(const int64_t *before, const int64_t *here, const int32_t *ways, Py_ssize_t labels, int64_t *after, uint8_t *origins)
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
static int64_t *
prepared(PyObject *args, PyObject **labels, Py_ssize_t *size, const int32_t **ways, PyObject **steps)
{
    PyObject *columns;
    const char *raw;
    Py_ssize_t length;
    if (!PyArg_ParseTuple(args, "O!O!ny#|O!", &PyTuple_Type, labels, &PyList_Type, &columns, size, &raw, &length,
                          &PyTuple_Type, steps)) {
        return NULL;
    }
    Py_ssize_t count = PyTuple_GET_SIZE(*labels);
    if (length != count * count * (Py_ssize_t)sizeof(int32_t)) {
        PyErr_SetString(PyExc_ValueError, "there is one way from each label to each");
        return NULL;
    }
    *ways = (const int32_t *)raw;  /* the bytes of a `bytes` object are aligned to eight */
    return scores_of(columns, *size, count);
}

PyDoc_STRVAR(best_doc, "best(labels, columns, size, transitions): the labels of the best way through a sequence (Viterbi).");

static PyObject *
best(PyObject *module, PyObject *args)
{
    PyObject *labels, *steps = NULL, *found = NULL;
    Py_ssize_t size;
    const int32_t *ways;
    int64_t *scores = prepared(args, &labels, &size, &ways, &steps);
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
    memcpy(sums[0], scores, count * sizeof *scores);
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
             "sure(labels, columns, size, transitions, steps): the labels of the best way, each with how many of the steps the best way "
             "without it is behind.");

static PyObject *
sure(PyObject *module, PyObject *args)
{
    PyObject *labels, *steps = NULL, *found = NULL;
    Py_ssize_t size;
    const int32_t *ways;
    int64_t *scores = prepared(args, &labels, &size, &ways, &steps);
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
    memcpy(ahead, scores, count * sizeof *scores);
    for (Py_ssize_t item = 1; item < size; item++) {
        step(ahead + (item - 1) * count, scores + item * count, ways, count, ahead + item * count, NULL);
    }
    for (Py_ssize_t item = size - 1; item >= 0; item--) {
        int64_t *back = behind[item & 1], through[MOST_LABELS];
        const int64_t *here = scores + item * count;
        if (item == size - 1) {
            memcpy(back, here, count * sizeof *here);
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

PyDoc_STRVAR(row_doc, "row(table, features, count): the sum of what a table says of some features, as a row for so many labels.");

static PyObject *
row(PyObject *module, PyObject *args)
{
    PyObject *table, *features;
    Py_ssize_t labels;
    if (!PyArg_ParseTuple(args, "O!O!n", &PyDict_Type, &table, &PyTuple_Type, &features, &labels)) {
        return NULL;
    }
    if (labels < 1 || labels > MOST_LABELS) {
        PyErr_Format(PyExc_ValueError, "a chain has 1 to %d labels", MOST_LABELS);
        return NULL;
    }
    int64_t total[MOST_LABELS] = {0};
    int32_t sums[MOST_LABELS];
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(features); at++) {
        if (add_known(total, table, PyTuple_GET_ITEM(features, at), 0, labels) < 0) {
            return NULL;
        }
    }
    for (Py_ssize_t at = 0; at < labels; at++) {
        sums[at] = (int32_t)total[at];
    }
    return PyBytes_FromStringAndSize((const char *)sums, labels * sizeof *sums);
}

static PyMethodDef methods[] = {
    {"row", row, METH_VARARGS, row_doc},
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
