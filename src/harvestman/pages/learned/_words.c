/* The words of a text: cut apart, looked up in what is known of words, and summed up in two strings.
 *
 * The pattern `TOKEN` of `lexica.py` says what a word is; this does the same without a pattern, and is not there where it was not
 * compiled. A test compares the two. What is known of a word is a tuple whose second and third values are short plain strings (its
 * kind, its lists); how they come about is not known here.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

enum { KIND = 1, LEXICON = 2 };

typedef struct {
    int form;
    const void *data;
    Py_ssize_t end;
} Text;

static Py_UCS4
at(const Text *text, Py_ssize_t place)
{
    return place < text->end ? PyUnicode_READ(text->form, text->data, place) : 0;
}

static int
is_word(Py_UCS4 sign)
{
    return sign == '_' || Py_UNICODE_ISALNUM(sign);
}

static int
is_letter(Py_UCS4 sign)
{
    return sign != '_' && Py_UNICODE_ISALNUM(sign) && !Py_UNICODE_ISDECIMAL(sign);
}

static int
is_joint(Py_UCS4 sign)
{
    return sign == '\'' || sign == '-' || sign == 0x2019 || sign == 0x2010;
}

/* Where initials that begin at a place end ("J.-P.", "A.B."): before no letter. The place itself where there are none. */
static Py_ssize_t
end_of_initials(const Text *text, Py_ssize_t start)
{
    Py_ssize_t found = start, place = start;
    while (is_letter(at(text, place)) && at(text, place + 1) == '.') {
        place += 2;
        if (at(text, place) == '-') {
            found = place;  /* before the hyphen, which is no letter */
            place++;
        }
        if (!is_letter(at(text, place))) {
            found = place;
        }
    }
    return found;
}

static Py_ssize_t
end_of_word(const Text *text, Py_ssize_t place)
{
    while (is_word(at(text, place))) {
        place++;
        if (is_joint(at(text, place)) && is_word(at(text, place + 1))) {
            place++;
        }
    }
    return place;
}

static Py_ssize_t
end_of_token(const Text *text, Py_ssize_t start)
{
    Py_UCS4 sign = at(text, start);
    if (!is_word(sign)) {
        return start + 1;
    }
    Py_ssize_t end = end_of_initials(text, start);
    return end > start ? end : end_of_word(text, start);
}

/* What is known of the token between two places, a new reference. */
static PyObject *
looked_up(PyObject *text, Py_ssize_t start, Py_ssize_t end, PyObject *memory, PyObject *look_up)
{
    PyObject *token = PyUnicode_Substring(text, start, end);
    if (token == NULL) {
        return NULL;
    }
    PyObject *word = Py_XNewRef(PyDict_GetItemWithError(memory, token));
    if (word == NULL && !PyErr_Occurred()) {
        word = PyObject_CallOneArg(look_up, token);
    }
    Py_DECREF(token);
    if (word != NULL && (!PyTuple_Check(word) || PyTuple_GET_SIZE(word) <= LEXICON)) {
        PyErr_SetString(PyExc_TypeError, "what is known of a word is a tuple");
        Py_CLEAR(word);
    }
    return word;
}

/* One value of each word, joined. */
static PyObject *
joined(PyObject *words, Py_ssize_t value)
{
    Py_ssize_t count = PyList_GET_SIZE(words), size = 0;
    for (Py_ssize_t place = 0; place < count; place++) {
        PyObject *one = PyTuple_GET_ITEM(PyList_GET_ITEM(words, place), value);
        if (!PyUnicode_Check(one) || !PyUnicode_IS_ASCII(one)) {
            PyErr_SetString(PyExc_TypeError, "kinds and lists of words are plain strings");
            return NULL;
        }
        size += PyUnicode_GET_LENGTH(one);
    }
    PyObject *all = PyUnicode_New(size, 127);
    if (all == NULL) {
        return NULL;
    }
    Py_UCS1 *into = PyUnicode_1BYTE_DATA(all);
    for (Py_ssize_t place = 0; place < count; place++) {
        PyObject *one = PyTuple_GET_ITEM(PyList_GET_ITEM(words, place), value);
        memcpy(into, PyUnicode_1BYTE_DATA(one), PyUnicode_GET_LENGTH(one));
        into += PyUnicode_GET_LENGTH(one);
    }
    return all;
}

PyDoc_STRVAR(read_doc,
             "read(text, signs, most, memory, look_up): what is known of so many words at most, of the first so many signs; and the kinds "
             "and lists of all of them.");

static PyObject *
read_words(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    if (count != 5 || !PyUnicode_Check(args[0]) || !PyDict_Check(args[3])) {
        PyErr_SetString(PyExc_TypeError, "read(text, signs, most, memory, look_up)");
        return NULL;
    }
    PyObject *string = args[0];
    Py_ssize_t signs = PyLong_AsSsize_t(args[1]), most = PyLong_AsSsize_t(args[2]);
    if (PyErr_Occurred()) {
        return NULL;
    }
    Text text = {PyUnicode_KIND(string), PyUnicode_DATA(string), Py_MIN(signs, PyUnicode_GET_LENGTH(string))};
    PyObject *words = PyList_New(0), *kinds = NULL, *lists = NULL, *found = NULL;
    Py_ssize_t place = 0;
    while (words != NULL && place < text.end && PyList_GET_SIZE(words) < most) {
        if (Py_UNICODE_ISSPACE(at(&text, place))) {
            place++;
            continue;
        }
        Py_ssize_t end = end_of_token(&text, place);
        PyObject *word = looked_up(string, place, end, args[3], args[4]);
        if (word == NULL || PyList_Append(words, word) < 0) {
            Py_XDECREF(word);
            goto done;
        }
        Py_DECREF(word);
        place = end;
    }
    if (words != NULL && (kinds = joined(words, KIND)) != NULL && (lists = joined(words, LEXICON)) != NULL) {
        found = PyTuple_Pack(3, words, kinds, lists);
    }
done:
    Py_XDECREF(words);
    Py_XDECREF(kinds);
    Py_XDECREF(lists);
    return found;
}

PyDoc_STRVAR(placed_doc,
             "placed(text, start, end, most, memory, look_up): so many tokens of a stretch at most, each with where it begins and ends and what "
             "is known of it.");

static PyObject *
placed(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    if (count != 6 || !PyUnicode_Check(args[0]) || !PyDict_Check(args[4])) {
        PyErr_SetString(PyExc_TypeError, "placed(text, start, end, most, memory, look_up)");
        return NULL;
    }
    PyObject *string = args[0];
    Py_ssize_t place = PyLong_AsSsize_t(args[1]), end = PyLong_AsSsize_t(args[2]), most = PyLong_AsSsize_t(args[3]);
    if (PyErr_Occurred()) {
        return NULL;
    }
    Text text = {PyUnicode_KIND(string), PyUnicode_DATA(string), Py_MIN(end, PyUnicode_GET_LENGTH(string))};
    place = Py_MAX(place, 0);
    PyObject *found = PyList_New(0);
    while (found != NULL && place < text.end && PyList_GET_SIZE(found) < most) {
        if (Py_UNICODE_ISSPACE(at(&text, place))) {
            place++;
            continue;
        }
        Py_ssize_t stop = end_of_token(&text, place);
        PyObject *word = looked_up(string, place, stop, args[4], args[5]);
        PyObject *one = word == NULL ? NULL : Py_BuildValue("(nnN)", place, stop, word);
        if (one == NULL || PyList_Append(found, one) < 0) {
            Py_CLEAR(found);
        }
        Py_XDECREF(one);
        place = stop;
    }
    return found;
}

static PyMethodDef methods[] = {
    {"read", (PyCFunction)(void (*)(void))read_words, METH_FASTCALL, read_doc},
    {"placed", (PyCFunction)(void (*)(void))placed, METH_FASTCALL, placed_doc},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_words", "The words of a text.", 0, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit__words(void)
{
    return PyModuleDef_Init(&module);
}
