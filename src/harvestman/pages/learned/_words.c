/* The words of a text: cut apart, looked up in what is known of words, and summed up.
 *
 * The pattern `TOKEN` of `lexica.py` says what a word is; this does the same without a pattern, and is not there where it was not
 * compiled. A test compares the two. What is known of a word is a tuple, `Word` of `lexica.py`; how its values come about is not
 * known here.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

enum { LOWER = 0, KIND = 1, KNOWN = 3, ROLE = 9, COUNTS = 10 };  /* places in what is known of a word */
enum { MOST_COUNTS = 16, MOST_KNOWN = 40, MOST_IN_RUN = 60, MOST_BEFORE_RUN = 6 };

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

static int
is_letter_of_ascii(PyObject *one)
{
    return PyUnicode_Check(one) && PyUnicode_IS_ASCII(one) && PyUnicode_GET_LENGTH(one) == 1;
}

static int
is_known_word(PyObject *word)
{
    return PyTuple_Check(word) && PyTuple_GET_SIZE(word) > COUNTS && PyUnicode_Check(PyTuple_GET_ITEM(word, LOWER)) &&
           is_letter_of_ascii(PyTuple_GET_ITEM(word, KIND)) && is_letter_of_ascii(PyTuple_GET_ITEM(word, ROLE)) &&
           PyBytes_Check(PyTuple_GET_ITEM(word, COUNTS));
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
    if (word != NULL && !is_known_word(word)) {
        PyErr_SetString(PyExc_TypeError, "what is known of a word is a tuple that ends with its role and its counts");
        Py_CLEAR(word);
    }
    return word;
}

static PyObject *
value_of(PyObject *words, Py_ssize_t place, Py_ssize_t value)
{
    return PyTuple_GET_ITEM(PyList_GET_ITEM(words, place), value);
}

/* The kinds of all words, a letter a word. */
static PyObject *
kinds_of(PyObject *words)
{
    PyObject *all = PyUnicode_New(PyList_GET_SIZE(words), 127);
    for (Py_ssize_t place = 0; all != NULL && place < PyList_GET_SIZE(words); place++) {
        PyUnicode_1BYTE_DATA(all)[place] = *PyUnicode_1BYTE_DATA(value_of(words, place, KIND));
    }
    return all;
}

/* The first words that the models know, each once. */
static PyObject *
known_of(PyObject *words)
{
    PyObject *once = PyDict_New(), *known = NULL;
    if (once == NULL) {
        return NULL;
    }
    for (Py_ssize_t place = 0; place < Py_MIN(PyList_GET_SIZE(words), MOST_KNOWN); place++) {
        if (value_of(words, place, KNOWN) == Py_True && PyDict_SetItem(once, value_of(words, place, LOWER), Py_None) < 0) {
            goto done;
        }
    }
    known = PyDict_Keys(once);
done:
    Py_DECREF(once);
    return known;
}

/* The sums of what each word counts. */
static PyObject *
counts_of(PyObject *words, Py_ssize_t count)
{
    Py_ssize_t sums[MOST_COUNTS] = {0};
    for (Py_ssize_t place = 0; place < PyList_GET_SIZE(words); place++) {
        PyObject *counts = value_of(words, place, COUNTS);
        if (PyBytes_GET_SIZE(counts) != count) {
            PyErr_SetString(PyExc_TypeError, "all words count the same");
            return NULL;
        }
        for (Py_ssize_t at = 0; at < count; at++) {
            sums[at] += (unsigned char)PyBytes_AS_STRING(counts)[at];
        }
    }
    PyObject *all = PyTuple_New(count);
    for (Py_ssize_t at = 0; all != NULL && at < count; at++) {
        PyObject *sum = PyLong_FromSsize_t(sums[at]);
        if (sum == NULL) {
            Py_CLEAR(all);
        } else {
            PyTuple_SET_ITEM(all, at, sum);
        }
    }
    return all;
}

/* How many names stand without a break where the words begin, or end, and what ends them: see `_names_run` of `lexica.py`. */
static PyObject *
names_run(PyObject *words, int is_backwards)
{
    Py_ssize_t size = PyList_GET_SIZE(words), names = 0;
    PyObject *mark = NULL;
    for (Py_ssize_t count = 0; count < Py_MIN(size, MOST_IN_RUN); count++) {
        Py_ssize_t place = is_backwards ? size - 1 - count : count;
        Py_UCS1 role = *PyUnicode_1BYTE_DATA(value_of(words, place, ROLE));
        if (role == 'n' || role == 'j') {
            names += role == 'n';
            mark = NULL;
        } else if (role == ',' || role == '.') {
            mark = value_of(words, place, LOWER);
            if (names && role == '.') {
                if (count + 1 == size) {
                    return Py_BuildValue("(nN)", names, PyUnicode_FromFormat("%U$", mark));
                }
                place += is_backwards ? -1 : 1;
                return Py_BuildValue("(nN)", names, PyUnicode_Concat(mark, value_of(words, place, KIND)));
            }
        } else if (role != 'd' || names || count >= MOST_BEFORE_RUN) {
            PyObject *kind = value_of(words, place, KIND);
            return Py_BuildValue("(nN)", names, mark == NULL ? Py_NewRef(kind) : PyUnicode_Concat(mark, kind));
        }
    }
    return Py_BuildValue("(ns)", names, "$");
}

PyDoc_STRVAR(read_doc,
             "read(text, signs, most, memory, look_up, counts): what is known of so many words at most, of the first so many signs; their kinds; "
             "those that models know; the sums of so many counts; and the names that they begin and end with.");

static PyObject *
read_words(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    if (count != 6 || !PyUnicode_Check(args[0]) || !PyDict_Check(args[3])) {
        PyErr_SetString(PyExc_TypeError, "read(text, signs, most, memory, look_up, counts)");
        return NULL;
    }
    PyObject *string = args[0];
    Py_ssize_t signs = PyLong_AsSsize_t(args[1]), most = PyLong_AsSsize_t(args[2]), counts = PyLong_AsSsize_t(args[5]);
    if (PyErr_Occurred()) {
        return NULL;
    }
    if (counts < 0 || counts > MOST_COUNTS) {
        PyErr_Format(PyExc_ValueError, "a word has %d counts at most", MOST_COUNTS);
        return NULL;
    }
    Text text = {PyUnicode_KIND(string), PyUnicode_DATA(string), Py_MIN(signs, PyUnicode_GET_LENGTH(string))};
    PyObject *words = PyList_New(0), *found = NULL;
    Py_ssize_t place = 0;
    while (words != NULL && place < text.end && PyList_GET_SIZE(words) < most) {
        if (Py_UNICODE_ISSPACE(at(&text, place))) {
            place++;
            continue;
        }
        Py_ssize_t end = end_of_token(&text, place);
        PyObject *word = looked_up(string, place, end, args[3], args[4]);
        if (word == NULL || PyList_Append(words, word) < 0) {
            Py_CLEAR(words);
        }
        Py_XDECREF(word);
        place = end;
    }
    if (words == NULL) {
        return NULL;
    }
    PyObject *kinds = kinds_of(words), *known = NULL, *sums = NULL, *lead = NULL, *trail = NULL;
    if (kinds != NULL && (known = known_of(words)) != NULL && (sums = counts_of(words, counts)) != NULL &&
        (lead = names_run(words, 0)) != NULL && (trail = names_run(words, 1)) != NULL) {
        found = PyTuple_Pack(6, words, kinds, known, sums, lead, trail);
    }
    Py_DECREF(words);
    Py_XDECREF(kinds);
    Py_XDECREF(known);
    Py_XDECREF(sums);
    Py_XDECREF(lead);
    Py_XDECREF(trail);
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
