/* The text that the content of a PDF's page shows: letters by the tables of its fonts, with spaces and lines where the pen moves.
 *
 * Only what text needs of the language of such content is known here (ISO 32000-1, 7.8, 9.4): strings, numbers, and the operators that
 * move the pen or choose a font. Whatever else stands there is passed over. What cannot be read with certainty (an unknown font, an
 * inline picture, numbers in heaps) is a ValueError: then PDFium has to read the page. Nothing is allocated but the text itself, and it is
 * never longer than the content.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>
#include <stdint.h>

enum { OPERANDS = 8, DEEPEST_STATE = 32, NO_LETTER = 0xFFFD };

/* In parts of the letters' size: a gap that is a space, and a move that is another line. */
static const double SPACE = 0.17, BACK = 0.6, LINE = 0.45;

typedef struct {
    double a, b, c, d, e, f;
} Matrix;

typedef struct {
    const uint16_t *letters;
    const float *widths;
    Py_ssize_t codes;
    int size;  /* bytes of a code */
} Font;

typedef struct {
    Matrix page;
    Font font;
    double letter_gap, word_gap, scale, leading, height;
} State;

typedef struct {
    const unsigned char *at, *end;
    PyObject *fonts;
    State state, kept[DEEPEST_STATE];
    int depth;
    Matrix line, pen;
    double x, y;  /* where the last letter ended, on the page */
    int has_moved;  /* the pen, by so much that it may be more than a place between letters */
    double operands[OPERANDS];
    int count;
    const unsigned char *name;
    Py_ssize_t name_length;
    uint16_t *text;
    Py_ssize_t length, room;
} Reading;

static int
is_space(int sign)
{
    return sign == ' ' || sign == '\n' || sign == '\r' || sign == '\t' || sign == '\f' || sign == 0;
}

static int
is_delimiter(int sign)
{
    return sign == '(' || sign == ')' || sign == '<' || sign == '>' || sign == '[' || sign == ']' || sign == '/' || sign == '%'
           || sign == '{' || sign == '}';
}

static Matrix
times(Matrix one, Matrix two)
{
    Matrix made = {
        one.a * two.a + one.b * two.c, one.a * two.b + one.b * two.d,
        one.c * two.a + one.d * two.c, one.c * two.b + one.d * two.d,
        one.e * two.a + one.f * two.c + two.e, one.e * two.b + one.f * two.d + two.f,
    };
    return made;
}

static void
write_letter(Reading *reading, uint16_t letter)
{
    if (reading->length < reading->room) {
        reading->text[reading->length++] = letter;
    }
}

/* A space or a line's end, if the pen has moved from where the last letter ended. */
static void
write_gap(Reading *reading)
{
    Matrix pen = times(reading->pen, reading->state.page);
    double height = fabs(reading->state.height), size = height * hypot(pen.c, pen.d);
    double along = hypot(pen.a, pen.b), dx = pen.e - reading->x, dy = pen.f - reading->y;
    if (!reading->length || size <= 0 || along <= 0) {
        return;
    }
    double forward = (dx * pen.a + dy * pen.b) / along, aside = (dy * pen.a - dx * pen.b) / along;
    uint16_t last = reading->text[reading->length - 1];
    if (!(fabs(aside) < LINE * size) || !(forward > -BACK * size)) {
        if (last != '\n') {
            write_letter(reading, '\n');
        }
    } else if (forward > SPACE * size && last != ' ' && last != '\n') {
        write_letter(reading, ' ');
    }
}

static void
move_pen(Reading *reading, double by)
{
    reading->pen.e += by * reading->pen.a;
    reading->pen.f += by * reading->pen.b;
}

/* How far the pen goes with a code, along its line. */
static double
show_code(Reading *reading, unsigned code)
{
    const State *state = &reading->state;
    const Font *font = &state->font;
    int is_known = code < (size_t)font->codes && font->letters[code];
    write_letter(reading, is_known ? font->letters[code] : NO_LETTER);
    double width = code < (size_t)font->codes ? font->widths[code] : 0;
    double by = width / 1000 * state->height + state->letter_gap;
    return font->size == 1 && code == ' ' ? by + state->word_gap : by;
}

static int
hex(int sign)
{
    return sign >= '0' && sign <= '9' ? sign - '0' : sign >= 'a' && sign <= 'f' ? sign - 'a' + 10
           : sign >= 'A' && sign <= 'F' ? sign - 'A' + 10 : -1;
}

/* The next byte of a string in parentheses, -1 at its end. */
static int
next_literal(Reading *reading, int *open)
{
    while (reading->at < reading->end) {
        int sign = *reading->at++;
        if (sign == '(') {
            ++*open;
        } else if (sign == ')') {
            if (--*open == 0) {
                return -1;
            }
        } else if (sign == '\\' && reading->at < reading->end) {
            sign = *reading->at++;
            switch (sign) {
            case 'n': return '\n';
            case 'r': return '\r';
            case 't': return '\t';
            case 'b': return '\b';
            case 'f': return '\f';
            case '\r':
                reading->at += reading->at < reading->end && *reading->at == '\n';
                continue;
            case '\n': continue;
            }
            if (sign >= '0' && sign <= '7') {
                sign -= '0';
                for (int more = 0; more < 2 && reading->at < reading->end && *reading->at >= '0' && *reading->at <= '7'; more++) {
                    sign = 8 * sign + *reading->at++ - '0';
                }
                return sign & 255;
            }
        }
        return sign;
    }
    return -1;
}

/* The next byte of a string in hexadecimal digits, -1 at its end. */
static int
next_hex(Reading *reading)
{
    int found = -1;
    while (reading->at < reading->end) {
        int sign = *reading->at++, digit = hex(sign);
        if (sign == '>') {
            return found < 0 ? -1 : (reading->at--, 16 * found);
        }
        if (digit >= 0) {
            if (found >= 0) {
                return 16 * found + digit;
            }
            found = digit;
        }
    }
    return -1;
}

/* A string, which is shown: only operators that show text have any, but for dictionaries, which are passed over. */
static int
read_string(Reading *reading, int is_literal, int is_shown)
{
    int open = 1, byte, size = reading->state.font.size, have = 0;
    unsigned code = 0;
    double by = 0;
    if (is_shown && !size) {
        PyErr_SetString(PyExc_ValueError, "text without a font");
        return -1;
    }
    if (is_shown && reading->has_moved) {
        write_gap(reading);
        reading->has_moved = 0;
    }
    while ((byte = is_literal ? next_literal(reading, &open) : next_hex(reading)) >= 0) {
        code = code << 8 | (unsigned)byte;
        if (is_shown && ++have == size) {
            by += show_code(reading, code);
            code = 0;
            have = 0;
        }
    }
    if (is_shown) {
        const Matrix *page = &reading->state.page;
        move_pen(reading, by * reading->state.scale);
        reading->x = reading->pen.e * page->a + reading->pen.f * page->c + page->e;
        reading->y = reading->pen.e * page->b + reading->pen.f * page->d + page->f;
    }
    return 0;
}

static int
choose_font(Reading *reading)
{
    PyObject *name = PyBytes_FromStringAndSize((const char *)reading->name, reading->name_length);
    PyObject *found = name == NULL ? NULL : PyDict_GetItemWithError(reading->fonts, name);
    Py_XDECREF(name);
    char *letters, *widths;
    Py_ssize_t letters_size, widths_size;
    int size;
    if (found == NULL) {
        if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_ValueError, "an unknown font");
        }
        return -1;
    }
    if (!PyArg_ParseTuple(found, "iy#y#", &size, &letters, &letters_size, &widths, &widths_size)) {
        return -1;
    }
    Font font = {
        (const uint16_t *)letters, (const float *)widths,
        Py_MIN(letters_size / (Py_ssize_t)sizeof(uint16_t), widths_size / (Py_ssize_t)sizeof(float)), size,
    };
    reading->state.font = font;
    return 0;
}

static void
next_line(Reading *reading, double x, double y)
{
    Matrix move = {1, 0, 0, 1, x, y};
    reading->line = reading->pen = times(move, reading->line);
}

#define IS(word) (length == (Py_ssize_t)sizeof(word) - 1 && !memcmp(operator, word, sizeof(word) - 1))

static int
operate(Reading *reading, const unsigned char *operator, Py_ssize_t length)
{
    State *state = &reading->state;
    double *numbers = reading->operands, first = reading->count ? numbers[0] : 0;
    int count = reading->count;
    static const Matrix one = {1, 0, 0, 1, 0, 0};
    reading->count = 0;
    reading->has_moved = 1;
    if (IS("Td") && count == 2) {
        next_line(reading, numbers[0], numbers[1]);
    } else if (IS("TD") && count == 2) {
        state->leading = -numbers[1];
        next_line(reading, numbers[0], numbers[1]);
    } else if (IS("Tm") && count == 6) {
        memcpy(&reading->line, numbers, sizeof(Matrix));
        reading->pen = reading->line;
    } else if (IS("T*") || IS("'") || IS("\"")) {
        next_line(reading, 0, -state->leading);
    } else if (IS("BT")) {
        reading->line = reading->pen = one;
    } else if (IS("Tf")) {
        state->height = first;
        return choose_font(reading);
    } else if (IS("TL")) {
        state->leading = first;
    } else if (IS("Tc")) {
        state->letter_gap = first;
    } else if (IS("Tw")) {
        state->word_gap = first;
    } else if (IS("Tz")) {
        state->scale = first / 100;
    } else if (IS("cm") && count == 6) {
        Matrix added;
        memcpy(&added, numbers, sizeof(Matrix));
        state->page = times(added, state->page);
    } else if (IS("q")) {
        if (reading->depth == DEEPEST_STATE) {
            PyErr_SetString(PyExc_ValueError, "states within states");
            return -1;
        }
        reading->kept[reading->depth++] = *state;
    } else if (IS("Q") && reading->depth) {
        *state = reading->kept[--reading->depth];
    } else if (IS("BI")) {
        PyErr_SetString(PyExc_ValueError, "a picture within the text");
        return -1;
    }
    return 0;
}

static double
number_of(const unsigned char *at, const unsigned char *end)
{
    double value = 0, part = 1;
    int is_negative = 0, has_point = 0;
    for (; at < end; at++) {
        if (*at == '-') {
            is_negative = 1;
        } else if (*at == '.') {
            has_point = 1;
        } else if (*at >= '0' && *at <= '9') {
            if (has_point) {
                value += (part /= 10) * (*at - '0');
            } else {
                value = 10 * value + (*at - '0');
            }
        }
    }
    return is_negative ? -value : value;
}

static int
read_content(Reading *reading)
{
    int dictionaries = 0, is_array = 0;
    while (reading->at < reading->end) {
        const unsigned char *start = reading->at;
        int sign = *reading->at++;
        if (is_space(sign)) {
            continue;
        }
        if (sign == '(') {
            if (read_string(reading, 1, !dictionaries) < 0) {
                return -1;
            }
        } else if (sign == '<' && reading->at < reading->end && *reading->at == '<') {
            reading->at++;
            dictionaries++;
        } else if (sign == '<') {
            if (read_string(reading, 0, !dictionaries) < 0) {
                return -1;
            }
        } else if (sign == '>') {
            if (reading->at < reading->end && *reading->at == '>') {
                reading->at++;
                dictionaries -= dictionaries > 0;
            }
        } else if (sign == '[' || sign == ']') {
            is_array = sign == '[';
        } else if (sign == '%') {
            while (reading->at < reading->end && *reading->at != '\n' && *reading->at != '\r') {
                reading->at++;
            }
        } else if (!is_delimiter(sign) || sign == '/') {
            while (reading->at < reading->end && !is_space(*reading->at) && !is_delimiter(*reading->at)) {
                reading->at++;
            }
            if (sign == '/') {
                reading->name = start + 1;
                reading->name_length = reading->at - start - 1;
            } else if (sign == '-' || sign == '+' || sign == '.' || (sign >= '0' && sign <= '9')) {
                double number = number_of(start, reading->at);
                if (is_array && !dictionaries) {
                    move_pen(reading, -number / 1000 * reading->state.height * reading->state.scale);
                    reading->has_moved |= !(number > -1000 * SPACE && number < 1000 * BACK);
                } else if (!dictionaries && reading->count < OPERANDS) {
                    reading->operands[reading->count++] = number;
                }
            } else if (!dictionaries && operate(reading, start, reading->at - start) < 0) {
                return -1;
            }
        }
    }
    return 0;
}

PyDoc_STRVAR(shown_doc,
"shown(content, fonts) -> str\n\nThe text of a page's content. A font is a tuple: the bytes of a code, and for each code its letter (UTF-16) and\n"
"its width in thousandths (float32); by its name in the content. ValueError for what has to be read by another reader.");

static PyObject *
shown(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    if (count != 2 || !PyBytes_Check(args[0]) || !PyDict_Check(args[1])) {
        PyErr_SetString(PyExc_TypeError, "shown() takes bytes and a dict");
        return NULL;
    }
    Reading *reading = PyMem_Calloc(1, sizeof(Reading));
    if (reading == NULL) {
        return PyErr_NoMemory();
    }
    static const Matrix one = {1, 0, 0, 1, 0, 0};
    PyObject *text = NULL;
    reading->at = (const unsigned char *)PyBytes_AS_STRING(args[0]);
    reading->end = reading->at + PyBytes_GET_SIZE(args[0]);
    reading->fonts = args[1];
    reading->state.page = reading->line = reading->pen = one;
    reading->state.scale = 1;
    reading->room = 2 * PyBytes_GET_SIZE(args[0]);
    reading->text = PyMem_Malloc((size_t)reading->room * sizeof(uint16_t) + 1);
    if (reading->text == NULL) {
        PyErr_NoMemory();
    } else if (read_content(reading) == 0) {
        int order = PY_LITTLE_ENDIAN ? -1 : 1;
        text = PyUnicode_DecodeUTF16((const char *)reading->text, 2 * reading->length, "replace", &order);
    }
    PyMem_Free(reading->text);
    PyMem_Free(reading);
    return text;
}

static PyMethodDef methods[] = {
    {"shown", (PyCFunction)(void (*)(void))shown, METH_FASTCALL, shown_doc},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_shown_text", "The text that the content of a page shows.", 0, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit__shown_text(void)
{
    return PyModuleDef_Init(&module);
}
