/* One pass over the markup of a page: its tags found, the open ones kept, its texts handed on as regions.
 *
 * `_Scan` of `regions.py` does the same in Python: for pages that are longer than a window, and where this was not compiled. A test compares
 * the two. What tags mean is told by the tables of `regions.py`; what a tag makes of the style around it, what a link is, and everything
 * else that comes seldom is asked of the object of Python that is handed in.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* What a tag is, as `regions.py` says it in bits. */
enum { BLOCK = 1, VOID = 2, RAW = 4, CONTAINER = 8, RECORD = 16, TABLE = 32, ANCHOR = 64, TITLE = 128, IMAGE = 256 };
/* The limits of `regions.py`; the test compares both at each of them. */
enum { MAX_OPEN = 200, REACH = 40, NEAR = 12, TOLD = 3, MAX_QUOTED = 3000, MAX_RAW = 20000, MAX_TEXT = 3000 };

/* What is known of a tag; of a name that nobody knows, nothing but the name. */
typedef struct {
    PyObject *name, *closing;
    long bits;
    PyObject *ends, *walls; /* tuples: which open tags it ends, unless one of the others lies between */
} Kind;

typedef struct {
    PyObject *tag, *look, *anchor; /* the anchor is None outside of links */
    long flags, bits;
    Py_ssize_t container, record, outer;
} Open;

typedef struct {
    PyObject *page, *markup, *kinds, *regions, *looks, *told; /* `told`: what lay between regions, by its tags */
    int form;
    const void *data;
    Py_ssize_t size, line, serial, window;
    long preformatted, superscript;
    Open stack[MAX_OPEN];
    Py_ssize_t depth;
    PyObject *separators[TOLD];
    Py_ssize_t separated; /* how many there were since the last region; only the last are told */
    int is_spaced;
    PyObject *last, *last_look, *last_anchor; /* the last region, and where it stood */
    long last_flags;
} Scan;

/* Names of what the objects of Python are asked for. */
static struct {
    PyObject *flags, *names, *colour, *add_region, *name_link, *is_mark, *unescape, *look, *open_link, *name_by_image, *behind_title,
        *behind_raw, *join_last;
} names;

typedef struct {
    Py_ssize_t name, name_end, inside, inside_end, end; /* one without a name has nothing between the first two */
    int is_closing;
} Tag;

static Py_UCS4
sign(const Scan *scan, Py_ssize_t place)
{
    return place < scan->size ? PyUnicode_READ(scan->form, scan->data, place) : 0;
}

static int
is_plain_letter(Py_UCS4 one)
{
    return (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z');
}

static int
is_word(Py_UCS4 one)
{
    return one == '_' || Py_UNICODE_ISALNUM(one);
}

static Py_ssize_t
find(const Scan *scan, Py_UCS4 wanted, Py_ssize_t from, Py_ssize_t to)
{
    return from < to ? PyUnicode_FindChar(scan->markup, wanted, from, to, 1) : -1;
}

static Py_ssize_t
nearest(Py_ssize_t place, Py_ssize_t limit)
{
    return place < limit ? place : limit;
}

/* Where what may stand in a tag ends, quoted values being taken whole. */
static Py_ssize_t
end_of_attributes(const Scan *scan, Py_ssize_t place)
{
    while (place < scan->size) {
        Py_UCS4 one = sign(scan, place);
        if (one == '<' || one == '>') {
            return place;
        }
        if (one == '"' || one == '\'') {
            Py_ssize_t quote = find(scan, one, place + 1, nearest(place + MAX_QUOTED + 2, scan->size));
            if (quote < 0) {
                return place;
            }
            place = quote;
        }
        place++;
    }
    return place;
}

static int
comment_at(const Scan *scan, Py_ssize_t start, Tag *tag)
{
    Py_ssize_t end = start + 6; /* of the shortest, "<!---->" */
    while ((end = find(scan, '>', end, scan->size)) >= 0) {
        if (sign(scan, end - 1) == '-' && sign(scan, end - 2) == '-') {
            tag->end = end + 1;
            return 1;
        }
        end++;
    }
    tag->end = scan->size;
    return 1;
}

/* Reads the tag, comment or declaration that begins at a place; 0 where there is none. The pattern `_MARKUP` says the same. */
static int
tag_at(const Scan *scan, Py_ssize_t start, Tag *tag)
{
    Py_ssize_t place = start + 1;
    tag->name = tag->name_end = start;
    if (sign(scan, place) == '!' && sign(scan, place + 1) == '-' && sign(scan, place + 2) == '-') {
        return comment_at(scan, start, tag);
    }
    if (sign(scan, place) == '!' || sign(scan, place) == '?') {
        Py_ssize_t end = find(scan, '>', place + 1, nearest(place + MAX_QUOTED + 2, scan->size));
        tag->end = end + 1;
        return end >= 0;
    }
    tag->is_closing = sign(scan, place) == '/';
    place += tag->is_closing;
    if (!is_plain_letter(sign(scan, place))) {
        return 0;
    }
    tag->name = place;
    while (is_plain_letter(sign(scan, place)) || (sign(scan, place) >= '0' && sign(scan, place) <= '9')) {
        place++;
    }
    tag->name_end = place;
    if (sign(scan, place) == ':' && is_word(sign(scan, place + 1))) {
        for (place++; is_word(sign(scan, place)); place++) {
        }
    }
    tag->inside = place;
    Py_ssize_t end = end_of_attributes(scan, place);
    if (sign(scan, end) != '>') { /* quotation marks that do not fit: they are no marks then */
        tag->inside = end = tag->name_end;
        Py_ssize_t most = nearest(end + MAX_QUOTED, scan->size);
        while (end < most && sign(scan, end) != '<' && sign(scan, end) != '>') {
            end++;
        }
        if (sign(scan, end) != '>') {
            return 0;
        }
    }
    tag->inside_end = end;
    tag->end = end + 1;
    return 1;
}

static void
let_go(Open *one)
{
    Py_CLEAR(one->tag);
    Py_CLEAR(one->look);
    Py_CLEAR(one->anchor);
}

static void
close_down_to(Scan *scan, Py_ssize_t depth)
{
    while (scan->depth > depth) {
        let_go(&scan->stack[--scan->depth]);
    }
}

static int
is_same(PyObject *one, PyObject *other)
{
    return one == other ||
           (PyUnicode_Check(other) && PyUnicode_GET_LENGTH(one) == PyUnicode_GET_LENGTH(other) && PyUnicode_Compare(one, other) == 0);
}

static int
is_among(PyObject *name, PyObject *names)
{
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(names); at++) {
        if (is_same(name, PyTuple_GET_ITEM(names, at))) {
            return 1;
        }
    }
    return 0;
}

static void
break_line(Scan *scan, PyObject *tag)
{
    scan->line += scan->separated == 0;
    Py_XSETREF(scan->separators[scan->separated % TOLD], Py_NewRef(tag));
    scan->separated++;
    scan->is_spaced = 1;
}

/* The last tags between two regions, with blanks between them; few ways to part regions come back on a page again and again. */
static PyObject *
separator(const Scan *scan)
{
    Py_ssize_t told = nearest(scan->separated, TOLD);
    if (told == 1) {
        return Py_NewRef(scan->separators[(scan->separated - 1) % TOLD]);
    }
    PyObject *parts = PyTuple_New(told), *joined = NULL, *blank = NULL;
    if (parts == NULL) {
        return NULL;
    }
    for (Py_ssize_t at = 0; at < told; at++) {
        PyTuple_SET_ITEM(parts, at, Py_NewRef(scan->separators[(scan->separated - told + at) % TOLD]));
    }
    joined = Py_XNewRef(PyDict_GetItemWithError(scan->told, parts));
    if (joined == NULL && !PyErr_Occurred() && (blank = PyUnicode_FromOrdinal(' ')) != NULL) {
        joined = PyUnicode_Join(blank, parts);
        if (joined != NULL && PyDict_SetItem(scan->told, parts, joined) < 0) {
            Py_CLEAR(joined);
        }
    }
    Py_DECREF(parts);
    Py_XDECREF(blank);
    return joined;
}

/* Asks the page: a method of it, and what it is given. */
static PyObject *
ask(const Scan *scan, PyObject *method, PyObject *first, PyObject *second)
{
    PyObject *args[] = {scan->page, first, second};
    return PyObject_VectorcallMethod(method, args, 3, NULL);
}

static long
flags_of(PyObject *look)
{
    PyObject *value = PyObject_GetAttr(look, names.flags);
    long number = value == NULL ? -1 : PyLong_AsLong(value);
    Py_XDECREF(value);
    return number;
}

/* Whether an attribute of two objects is equal; -1 where there is none. */
static int
agree(PyObject *one, PyObject *other, PyObject *name)
{
    PyObject *a = PyObject_GetAttr(one, name), *b = PyObject_GetAttr(other, name);
    int is_equal = a == NULL || b == NULL ? -1 : PyObject_RichCompareBool(a, b, Py_EQ);
    Py_XDECREF(a);
    Py_XDECREF(b);
    return is_equal;
}

/* Whether a text goes on in the region before it: of the same style, or nothing but punctuation. */
static int
joins(const Scan *scan, const Open *here, PyObject *text)
{
    if (here->anchor == scan->last_anchor) {
        if (here->flags & scan->superscript || here->look == scan->last_look) {
            return 1;
        }
        if ((here->flags & ~scan->superscript) == scan->last_flags) {
            int is_equal = agree(here->look, scan->last_look, names.names);
            is_equal = is_equal == 1 ? agree(here->look, scan->last_look, names.colour) : is_equal;
            if (is_equal) {
                return is_equal;
            }
        }
    }
    Py_ssize_t size = PyUnicode_GET_LENGTH(text);
    for (Py_ssize_t at = 0; size <= 3 && at < size; at++) {
        if (Py_UNICODE_ISALNUM(PyUnicode_READ_CHAR(text, at))) {
            return 0;
        }
    }
    Py_UCS4 end = PyUnicode_READ_CHAR(text, size - 1);
    return size <= 3 && end != 0x201c && end != '"' && end != 0x2018 && end != 0xab;
}

/* Adds a text to the last region; the page does it, for it comes seldom. */
static int
join_last(const Scan *scan, PyObject *text, int is_after_blank, int is_raised)
{
    PyObject *args[] = {scan->page, scan->last, text, is_after_blank ? Py_True : Py_False, is_raised ? Py_True : Py_False};
    PyObject *done = PyObject_VectorcallMethod(names.join_last, args, 5, NULL);
    Py_XDECREF(done);
    return done == NULL ? -1 : 0;
}

/* The page makes the region and keeps it. */
static int
add_region(Scan *scan, const Open *here, PyObject *text, int is_after_blank)
{
    PyObject *args[] = {
        scan->page,
        text,
        here->look,
        here->anchor,
        PyLong_FromSsize_t(scan->line),
        PyLong_FromSsize_t(here->container),
        PyLong_FromSsize_t(here->record),
        PyLong_FromSsize_t(here->outer),
        separator(scan),
        is_after_blank ? Py_False : Py_True,
    };
    PyObject *region = NULL;
    if (args[4] && args[5] && args[6] && args[7] && args[8]) {
        region = PyObject_VectorcallMethod(names.add_region, args, sizeof args / sizeof *args, NULL);
    }
    for (int at = 4; at < 9; at++) {
        Py_XDECREF(args[at]);
    }
    if (region == NULL) {
        return -1;
    }
    Py_XSETREF(scan->last, region);
    Py_XSETREF(scan->last_look, Py_NewRef(here->look));
    Py_XSETREF(scan->last_anchor, Py_NewRef(here->anchor));
    scan->last_flags = here->flags & ~scan->superscript;
    scan->separated = 0;
    return 0;
}

/* Whether nothing in a stretch that neither begins nor ends with white space has to be changed: no entity, and no white space but single blanks. */
static int
is_squeezed(const Scan *scan, Py_ssize_t start, Py_ssize_t end)
{
    int is_behind_blank = 0;
    for (Py_ssize_t at = start; at < end; at++) {
        Py_UCS4 one = PyUnicode_READ(scan->form, scan->data, at);
        if (one == '&' || (one == ' ' ? is_behind_blank : Py_UNICODE_ISSPACE(one))) {
            return 0;
        }
        is_behind_blank = one == ' ';
    }
    return 1;
}

/* The words of a text with single blanks between them, entities read; what stands at its ends is told too. The text is not blank. */
static PyObject *
squeezed(const Scan *scan, Py_ssize_t start, Py_ssize_t end, int *begins_blank, int *ends_blank)
{
    Py_ssize_t first = start, last = end;
    while (Py_UNICODE_ISSPACE(sign(scan, first))) {
        first++;
    }
    while (Py_UNICODE_ISSPACE(sign(scan, last - 1))) {
        last--;
    }
    if (is_squeezed(scan, first, last)) {
        *begins_blank = first > start;
        *ends_blank = last < end;
        return PyUnicode_Substring(scan->markup, first, last);
    }
    PyObject *raw = PyUnicode_Substring(scan->markup, start, end), *words = NULL, *blank = NULL, *text = NULL;
    if (raw != NULL && find(scan, '&', start, end) >= 0) {
        Py_SETREF(raw, PyObject_CallMethodOneArg(scan->page, names.unescape, raw));
    }
    if (raw != NULL && (words = PyUnicode_Split(raw, NULL, -1)) != NULL && (blank = PyUnicode_FromOrdinal(' ')) != NULL) {
        text = PyUnicode_Join(blank, words);
        Py_ssize_t size = PyUnicode_GET_LENGTH(raw);
        *begins_blank = size == 0 || Py_UNICODE_ISSPACE(PyUnicode_READ_CHAR(raw, 0));
        *ends_blank = size == 0 || Py_UNICODE_ISSPACE(PyUnicode_READ_CHAR(raw, size - 1));
    }
    Py_XDECREF(raw);
    Py_XDECREF(words);
    Py_XDECREF(blank);
    return text;
}

static int
is_blank(const Scan *scan, Py_ssize_t start, Py_ssize_t end)
{
    while (start < end && Py_UNICODE_ISSPACE(sign(scan, start))) {
        start++;
    }
    return start >= end;
}

/* A text becomes a region, or goes on in the last one. */
static int
add_text(Scan *scan, Py_ssize_t start, Py_ssize_t end)
{
    const Open *here = &scan->stack[scan->depth - 1];
    int begins_blank, ends_blank, status = -1;
    if (is_blank(scan, start, end)) {
        scan->is_spaced = 1;
        return 0;
    }
    PyObject *text = squeezed(scan, start, end, &begins_blank, &ends_blank), *done;
    if (text == NULL) {
        return -1;
    }
    if (PyUnicode_GET_LENGTH(text) == 0) {
        scan->is_spaced = 1;
        Py_DECREF(text);
        return 0;
    }
    int is_after_blank = scan->is_spaced || begins_blank;
    scan->is_spaced = ends_blank;
    if (here->anchor != Py_None) {
        done = ask(scan, names.name_link, here->anchor, text);
        if (done == NULL) {
            goto done;
        }
        Py_DECREF(done);
    }
    if (scan->last != NULL && scan->separated == 0) {
        int is_mark = 0;
        if (!is_after_blank) {
            done = ask(scan, names.is_mark, scan->last, text);
            is_mark = done == NULL ? -1 : PyObject_IsTrue(done);
            Py_XDECREF(done);
        }
        int is_joined = is_mark ? is_mark : joins(scan, here, text);
        if (is_joined) {
            status = is_joined < 0 ? -1 : join_last(scan, text, is_after_blank, is_mark || here->flags & scan->superscript);
            goto done;
        }
    }
    status = add_region(scan, here, text, is_after_blank);
done:
    Py_DECREF(text);
    return status;
}

/* A stretch of the page without tags; in preformatted text line by line. */
static int
add_texts(Scan *scan, Py_ssize_t start, Py_ssize_t end, PyObject *line_end, PyObject *blank_line)
{
    if (!(scan->stack[scan->depth - 1].flags & scan->preformatted)) {
        return add_text(scan, start, nearest(start + MAX_RAW, end));
    }
    while (start < end && PyList_GET_SIZE(scan->regions) < scan->window) {
        Py_ssize_t stop = find(scan, '\n', start, end), part_end = nearest(start + MAX_RAW, stop < 0 ? end : stop);
        if (!is_blank(scan, start, part_end) && add_text(scan, start, part_end) < 0) {
            return -1;
        }
        if (stop < 0) {
            break;
        }
        start = stop + 1;
        Py_ssize_t most = nearest(start + 200, scan->size), following = find(scan, '\n', start, most);
        break_line(scan, is_blank(scan, start, following < 0 ? most : following) ? blank_line : line_end);
    }
    return 0;
}

/* A list item ends the one before it, a cell the cell before it, unless a table or list lies between. */
static void
end_implied(Scan *scan, const Kind *kind)
{
    Py_ssize_t least = scan->depth > NEAR ? scan->depth - NEAR : 0;
    for (Py_ssize_t at = scan->depth - 1; at > least; at--) {
        if (is_among(scan->stack[at].tag, kind->ends)) {
            close_down_to(scan, at);
            return;
        }
        if (is_among(scan->stack[at].tag, kind->walls)) {
            return;
        }
    }
}

static void
close_tag(Scan *scan, const Kind *kind)
{
    if (kind->bits & BLOCK) {
        break_line(scan, kind->closing);
    }
    Py_ssize_t top = scan->depth - 1, least = scan->depth > REACH ? scan->depth - REACH : 0;
    if (is_same(scan->stack[top].tag, kind->name)) {
        close_down_to(scan, top);
        return;
    }
    long passed = 0;
    for (Py_ssize_t at = top; at > least; at--) {
        if (is_same(scan->stack[at].tag, kind->name)) {
            if (kind->bits & BLOCK || !passed) { /* an inline end tag does not reach beyond its cell */
                close_down_to(scan, at);
            }
            return;
        }
        passed |= scan->stack[at].bits & TABLE;
    }
}

/* What a tag makes of the look around it, a new reference. */
static PyObject *
look_inside(const Scan *scan, PyObject *around, PyObject *name, PyObject *attributes)
{
    PyObject *key = PyTuple_Pack(3, around, name, attributes);
    PyObject *look = key == NULL ? NULL : Py_XNewRef(PyDict_GetItemWithError(scan->looks, key));
    if (key != NULL && look == NULL && !PyErr_Occurred()) {
        PyObject *args[] = {scan->page, around, name, attributes};
        look = PyObject_VectorcallMethod(names.look, args, 4, NULL);
    }
    Py_XDECREF(key);
    return look;
}

static int
open_tag(Scan *scan, const Kind *kind, const Tag *tag)
{
    if (kind->bits & BLOCK) {
        break_line(scan, kind->name);
        if (kind->ends != NULL) {
            end_implied(scan, kind);
        }
    }
    const Open *around = &scan->stack[scan->depth - 1];
    if (kind->bits & VOID) {
        if (kind->bits & IMAGE && around->anchor != Py_None && tag->inside_end > tag->inside) {
            PyObject *attributes = PyUnicode_Substring(scan->markup, tag->inside, tag->inside_end);
            PyObject *done = attributes == NULL ? NULL : ask(scan, names.name_by_image, around->anchor, attributes);
            Py_XDECREF(attributes);
            Py_XDECREF(done);
            return done == NULL ? -1 : 0;
        }
        return 0;
    }
    if (scan->depth >= MAX_OPEN) {
        return 0;
    }
    PyObject *attributes = PyUnicode_Substring(scan->markup, tag->inside, tag->inside_end);
    if (attributes == NULL) {
        return -1;
    }
    Open *here = &scan->stack[scan->depth];
    *here = *around;
    here->bits = kind->bits;
    here->tag = Py_NewRef(kind->name);
    if (kind->bits & ANCHOR) {
        here->look = here->anchor = NULL;
        PyObject *opened = ask(scan, names.open_link, around->look, attributes);
        if (opened != NULL && PyArg_ParseTuple(opened, "OO", &here->look, &here->anchor)) {
            Py_INCREF(here->look);
            Py_INCREF(here->anchor);
        }
        Py_XDECREF(opened);
    } else {
        here->anchor = Py_NewRef(around->anchor);
        here->look = look_inside(scan, around->look, kind->name, attributes);
    }
    Py_DECREF(attributes);
    if (here->look == NULL || ((here->flags = flags_of(here->look)) == -1 && PyErr_Occurred())) {
        let_go(here);
        return -1;
    }
    if (kind->bits & (CONTAINER | RECORD)) {
        scan->serial++;
        if (kind->bits & CONTAINER) {
            here->container = scan->serial;
        }
        if (kind->bits & RECORD) {
            here->outer = here->record;
            here->record = scan->serial;
        }
    }
    scan->depth++;
    return 0;
}

/* What is known of the tag with this name; `name` is set to a new reference that keeps it alive. -1 where something is wrong. */
static int
kind_of(const Scan *scan, const Tag *tag, PyObject **name, Kind *kind)
{
    char letters[16];
    Py_ssize_t size = tag->name_end - tag->name;
    *kind = (Kind){0};
    if (size < (Py_ssize_t)sizeof letters) {
        for (Py_ssize_t at = 0; at < size; at++) {
            letters[at] = (char)Py_TOLOWER(sign(scan, tag->name + at));
        }
        *name = PyUnicode_FromStringAndSize(letters, size);
    } else {
        PyObject *raw = PyUnicode_Substring(scan->markup, tag->name, tag->name_end);
        *name = raw == NULL ? NULL : PyObject_CallMethod(raw, "lower", NULL);
        Py_XDECREF(raw);
    }
    if (*name == NULL) {
        return -1;
    }
    kind->name = *name;
    PyObject *known = PyDict_GetItemWithError(scan->kinds, *name);
    if (known == NULL) {
        return PyErr_Occurred() ? -1 : 0;
    }
    if (!PyTuple_Check(known) || PyTuple_GET_SIZE(known) != 5 || !PyTuple_Check(PyTuple_GET_ITEM(known, 3)) ||
        !PyTuple_Check(PyTuple_GET_ITEM(known, 4))) {
        return -1;
    }
    kind->name = PyTuple_GET_ITEM(known, 0);
    kind->closing = PyTuple_GET_ITEM(known, 1);
    if (!PyUnicode_Check(kind->name) || !PyUnicode_Check(kind->closing)) {
        return -1;
    }
    kind->bits = PyLong_AsLong(PyTuple_GET_ITEM(known, 2));
    kind->ends = PyTuple_GET_SIZE(PyTuple_GET_ITEM(known, 3)) ? PyTuple_GET_ITEM(known, 3) : NULL;
    kind->walls = PyTuple_GET_ITEM(known, 4);
    return 0;
}

/* Does what a tag asks for; the place where the page goes on, -1 where something is wrong. */
static Py_ssize_t
follow(Scan *scan, const Tag *tag)
{
    Kind kind;
    PyObject *name = NULL, *answer = NULL, *place = NULL;
    Py_ssize_t next = -1;
    if (kind_of(scan, tag, &name, &kind) < 0) {
        goto done;
    }
    if (tag->is_closing) {
        close_tag(scan, &kind);
        next = tag->end;
    } else if (kind.bits & (TITLE | RAW)) {
        place = PyLong_FromSsize_t(tag->end);
        answer = place == NULL ? NULL : ask(scan, kind.bits & TITLE ? names.behind_title : names.behind_raw, kind.name, place);
        next = answer == NULL ? -1 : PyLong_AsSsize_t(answer);
    } else {
        next = open_tag(scan, &kind, tag) < 0 ? -1 : tag->end;
    }
done:
    Py_XDECREF(name);
    Py_XDECREF(answer);
    Py_XDECREF(place);
    return next;
}

/* 1 when the page is done, 0 when it has more regions than a window, -1 where something is wrong. */
static int
run_scan(Scan *scan, PyObject *line_end, PyObject *blank_line)
{
    Py_ssize_t position = 0;
    for (;;) {
        Tag tag = {0};
        Py_ssize_t start = position;
        while ((start = find(scan, '<', start, scan->size)) >= 0 && !tag_at(scan, start, &tag)) {
            start++;
        }
        Py_ssize_t text_end = start < 0 ? scan->size : start;
        if (text_end > position && add_texts(scan, position, text_end, line_end, blank_line) < 0) {
            return -1;
        }
        if (PyList_GET_SIZE(scan->regions) >= scan->window) {
            return 0;
        }
        if (start < 0) {
            return 1;
        }
        position = tag.end;
        if (tag.name_end > tag.name && (position = follow(scan, &tag)) < 0) {
            return -1;
        }
    }
}

PyDoc_STRVAR(run_doc,
             "run(page, markup, look, kinds, window, preformatted, superscript, line_end, blank_line): the regions of a page, put into "
             "its lists; False where they are more than a window.");

static PyObject *
run(PyObject *module, PyObject *args)
{
    Scan *scan = PyMem_Calloc(1, sizeof *scan);
    if (scan == NULL) {
        return PyErr_NoMemory();
    }
    PyObject *look, *line_end, *blank_line;
    int status = -1;
    if (!PyArg_ParseTuple(args, "OUOO!nllUU", &scan->page, &scan->markup, &look, &PyDict_Type, &scan->kinds, &scan->window,
                          &scan->preformatted, &scan->superscript, &line_end, &blank_line)) {
        goto done;
    }
    scan->regions = PyObject_GetAttrString(scan->page, "regions");
    scan->looks = PyObject_GetAttrString(scan->page, "looks");
    scan->told = PyDict_New();
    if (scan->told == NULL || scan->regions == NULL || scan->looks == NULL || !PyList_Check(scan->regions) || !PyDict_Check(scan->looks)) {
        goto done;
    }
    scan->form = PyUnicode_KIND(scan->markup);
    scan->data = PyUnicode_DATA(scan->markup);
    scan->size = PyUnicode_GET_LENGTH(scan->markup);
    scan->is_spaced = 1;
    PyObject *nothing = PyUnicode_New(0, 0);
    if (nothing == NULL) {
        goto done;
    }
    scan->stack[scan->depth++] = (Open){.tag = nothing, .look = Py_NewRef(look), .anchor = Py_NewRef(Py_None)};
    status = run_scan(scan, line_end, blank_line);
done:
    close_down_to(scan, 0);
    for (int at = 0; at < TOLD; at++) {
        Py_XDECREF(scan->separators[at]);
    }
    Py_XDECREF(scan->last);
    Py_XDECREF(scan->last_look);
    Py_XDECREF(scan->last_anchor);
    Py_XDECREF(scan->regions);
    Py_XDECREF(scan->looks);
    Py_XDECREF(scan->told);
    PyMem_Free(scan);
    if (status < 0 && !PyErr_Occurred()) {
        PyErr_SetString(PyExc_TypeError, "a page has a list of regions and a dictionary of looks");
    }
    return status < 0 ? NULL : PyBool_FromLong(status);
}

static int
prepare(PyObject *module)
{
    const struct {
        PyObject **name;
        const char *spelt;
    } all[] = {
        {&names.flags, "flags"},
        {&names.names, "names"},
        {&names.colour, "colour"},
        {&names.add_region, "add_region"},
        {&names.name_link, "name_link"},
        {&names.is_mark, "is_mark"},
        {&names.unescape, "unescape"},
        {&names.look, "look"},
        {&names.open_link, "open_link"},
        {&names.name_by_image, "name_by_image"},
        {&names.behind_title, "behind_title"},
        {&names.behind_raw, "behind_raw"},
        {&names.join_last, "join_last"},
    };
    for (size_t at = 0; at < sizeof all / sizeof *all; at++) {
        if (*all[at].name == NULL && (*all[at].name = PyUnicode_InternFromString(all[at].spelt)) == NULL) {
            return -1;
        }
    }
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, prepare},
    {0, NULL},
};

static PyMethodDef methods[] = {
    {"run", run, METH_VARARGS, run_doc},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_scanning", "One pass over the markup of a page.", 0, methods, slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit__scanning(void)
{
    return PyModuleDef_Init(&module);
}
