"""Russian sites: a department with patronymics and transliterated addresses, a course with a contact page, a lecturer's own page, courses of several teachers on one page."""

from __future__ import annotations

from gather.unseen.sites import Author, MadeUpSite, Spec, Wanted

_KAFEDRA = MadeUpSite(
    "ru-kafedra",
    "ru",
    "department",
    "Заозёрский государственный университет",
    "zgu.example",
    {
        "index.html": """<title>Кафедра прикладной механики ЗГУ</title><h1>Кафедра прикладной механики</h1>
<p>Заозёрский государственный университет</p><a href=staff.html>Сотрудники</a> <a href=method.html>Методические материалы</a>
<p>Адрес: ул. Лесная, 5. Тел. 22-14-15. E-mail: kafpm@zgu.example</p>""",
        "staff.html": """<title>Сотрудники кафедры</title><a href=index.html>Кафедра</a><h2>Сотрудники кафедры</h2><table>
<tr><th>ФИО<th>Должность<th>E-mail
<tr><td>Петрухина Нина Ивановна<td>зав. кафедрой, д.т.н., профессор<td>petrukhina.ni@zgu.example
<tr><td>Журавлёв Павел Олегович<td>доцент, к.т.н.<td>zhuravlev.po@zgu.example
<tr><td>Щербак Алёна Юрьевна<td>старший преподаватель<td>shcherbak.ayu@zgu.example
<tr><td>Журавлёва Мария Павловна<td>лаборант<td>zhuravleva.mp@zgu.example</table>""",
        "method.html": """<title>Методические материалы</title><a href=index.html>Кафедра</a><h2>Методические материалы</h2><ol>
<li><a href=files/sopromat.pdf>Методические указания по сопротивлению материалов</a>
<li><a href=files/dinamika.pdf>Конспект лекций по динамике</a>
<li><a href=files/statya.pdf>Статья о колебаниях балок</a>
<li><a href=files/raspisanie.pdf>Расписание занятий</a></ol>""",
    },
    {
        "files/sopromat.pdf": Wanted(
            Spec(
                "Сопротивление материалов: методические указания к практическим занятиям",
                kind="report",
                language="ru",
                above="Заозёрский государственный университет. Кафедра прикладной механики",
                sections=(("Составитель", "доцент П. О. Журавлёв"), ("Задача", "Постройте эпюры поперечных сил и изгибающих моментов для балки на двух опорах."), ("Задача", "Подберите двутавровое сечение из условия прочности.")),
            ),
            "exercise", ("П. О. Журавлёв",), ("zhuravlev.po@zgu.example",), ("Кафедра прикладной механики, Заозёрский государственный университет",),
        ),
        "files/dinamika.pdf": Wanted(
            Spec(
                "Динамика: конспект лекций",
                (Author("А. Ю. Щербак"),),
                kind="report",
                language="ru",
                above="Кафедра прикладной механики",
                sections=(("Введение", "В конспекте изложены основы динамики материальной точки и системы точек. Он предназначен для студентов второго курса."), ("Законы Ньютона", "Рассмотрим три закона и примеры их применения к задачам о движении тел.")),
            ),
            "lecture-notes", ("А. Ю. Щербак",), ("shcherbak.ayu@zgu.example",), ("Кафедра прикладной механики, Заозёрский государственный университет",),
        ),
        "files/statya.pdf": Wanted(
            Spec(
                "Собственные колебания балок переменного сечения",
                (Author("Н. И. Петрухина"), Author("П. О. Журавлёв", "Заозёрский государственный университет")),
                language="ru",
                abstract="Получены частоты собственных колебаний балок, сечение которых меняется по линейному закону.",
                keywords=("балка", "колебания"),
                sections=(("Введение", "Балки переменного сечения широко применяются в строительстве. Их колебания изучены хуже, чем колебания призматических балок."),),
                references=("Тимошенко С. П. Колебания в инженерном деле. М., 1967.",),
            ),
            "paper", ("Н. И. Петрухина", "П. О. Журавлёв"), ("petrukhina.ni@zgu.example", "zhuravlev.po@zgu.example"), ("Заозёрский государственный университет",),
        ),
        "files/raspisanie.pdf": Wanted(
            Spec(
                "Расписание занятий на осенний семестр",
                kind="report",
                language="ru",
                sections=(("Понедельник", "9:00 сопротивление материалов, ауд. 212. 10:45 динамика, ауд. 214."), ("Вторник", "9:00 теория колебаний, ауд. 212.")),
            ),
            "other", why_not="timetable",
        ),
    },
)  # fmt: skip

_KURS = MadeUpSite(
    "ru-kurs",
    "ru",
    "course",
    "Нижнереченский университет",
    "nru.example",
    {
        "index.html": """<title>Теория вероятностей, 2 курс</title><h1>Теория вероятностей</h1>
<p>Курс читается студентам второго курса механико-математического факультета Нижнереченского университета.</p>
<ul><li><a href=program.html>О курсе</a><li><a href=listki.html>Листки</a><li><a href=contacts.html>Контакты</a></ul>""",
        "program.html": """<title>О курсе</title><a href=index.html>Теория вероятностей</a>
<p><b>Лектор:</b> к.ф.-м.н., доцент Сорокин Андрей Викторович</p><p>Экзамен устный.</p>""",
        "listki.html": """<title>Листки</title><a href=index.html>Теория вероятностей</a><p><a href=l/1.pdf>Листок 1</a></p><p><a href=l/2.pdf>Листок 2</a></p><p><a href=l/konspekt.pdf>Конспект</a></p>""",
        "contacts.html": """<title>Контакты</title><a href=index.html>Теория вероятностей</a><p>Вопросы по курсу: a.sorokin собака mmf точка nru точка example</p>""",
    },
    {
        "l/1.pdf": Wanted(
            Spec(
                "Листок 1. Условные вероятности",
                kind="report",
                language="ru",
                above="Теория вероятностей",
                sections=(("Задача", "Из колоды вынимают две карты. Найдите вероятность того, что вторая карта старше первой."), ("Задача", "Докажите формулу полной вероятности для счётного разбиения.")),
            ),
            "exercise", ("Сорокин Андрей Викторович",), ("a.sorokin@mmf.nru.example",), ("Нижнереченский университет",),
        ),
        "l/2.pdf": Wanted(
            Spec(
                "Листок 2. Случайные величины",
                kind="report",
                language="ru",
                above="Теория вероятностей",
                sections=(("Задача", "Найдите математическое ожидание числа неподвижных точек случайной перестановки."), ("Задача", "Приведите пример случайной величины без математического ожидания.")),
            ),
            "exercise", ("Сорокин Андрей Викторович",), ("a.sorokin@mmf.nru.example",), ("Нижнереченский университет",),
        ),
        "l/konspekt.pdf": Wanted(
            Spec(
                "Лекции по теории вероятностей",
                (Author("А. В. Сорокин"),),
                kind="report",
                language="ru",
                sections=(("Предисловие", "Этот конспект составлен по лекциям, которые автор читал в 2018 году. Замечания просьба присылать автору."), ("Вероятностное пространство", "Вероятностным пространством называется тройка, состоящая из множества исходов, алгебры событий и меры.")),
            ),
            "lecture-notes", ("А. В. Сорокин",), ("a.sorokin@mmf.nru.example",), ("Нижнереченский университет",),
        ),
    },
)  # fmt: skip

_STRANICA = MadeUpSite(
    "ru-stranica",
    "ru",
    "scholar",
    "Институт моря РАН",
    "inmor.example",
    {
        "index.html": """<title>Иванченко Сергей Петрович — домашняя страница</title><h1>Иванченко Сергей Петрович</h1>
<p>кандидат физико-математических наук, старший научный сотрудник<br>Институт моря РАН</p>
<p>Почта: <a href="#" onclick="location.href='mai'+'lto:'+'s.ivanchenko'+'@'+'inmor.example';return false">написать</a></p>
<a href=publ.html>Публикации</a> <a href=lectures.html>Лекции</a>""",
        "publ.html": """<title>Публикации</title><a href=index.html>на главную</a><ol>
<li>Иванченко С.П., Громов Е.Л. Внутренние волны в проливах. 2016. <a href=p/waves.pdf>pdf</a>
<li>Ivanchenko S.P. Tides in narrow channels. 2018. <a href=p/tides.pdf>pdf</a></ol>""",
        "lectures.html": """<title>Лекции</title><a href=index.html>на главную</a><p>Спецкурс «Волны в жидкости»: <a href=p/lec1.pdf>лекция 1 (слайды)</a></p>""",
    },
    {
        "p/waves.pdf": Wanted(
            Spec(
                "Внутренние волны в проливах",
                (Author("С. П. Иванченко", "Институт моря РАН"), Author("Е. Л. Громов", "Поморский технический университет", "gromov@pomtu.example")),
                language="ru",
                abstract="Рассмотрено распространение внутренних волн в проливах с переменной глубиной.",
                keywords=("внутренние волны",),
                sections=(("Введение", "Внутренние волны переносят энергию между бассейнами. Проливы усиливают их."),),
                references=("Краусс В. Внутренние волны. Л., 1968.",),
            ),
            "paper", ("С. П. Иванченко", "Е. Л. Громов"), ("s.ivanchenko@inmor.example", "gromov@pomtu.example"), ("Институт моря РАН", "Поморский технический университет"),
        ),
        "p/tides.pdf": Wanted(
            Spec(
                "Tides in narrow channels",
                (Author("S. P. Ivanchenko", "Institute of the Sea, Russian Academy of Sciences"),),
                language="en",
                abstract="We solve the tidal equations in a channel whose width is small against the radius of deformation.",
                keywords=("tides",),
                sections=(("Introduction", "Tides in channels differ from those on the shelf. Friction at the walls matters."),),
                references=("G. Green. On waves. Sea Letters, 1, 1838.",),
            ),
            "paper", ("S. P. Ivanchenko",), ("s.ivanchenko@inmor.example",), ("Institute of the Sea, Russian Academy of Sciences",),
        ),
        "p/lec1.pdf": Wanted(
            Spec(
                "Лекция 1. Линейные волны",
                kind="slides",
                language="ru",
                above="Спецкурс «Волны в жидкости»",
                sections=(("План", "Уравнения движения\nГраничные условия\nДисперсия"), ("Групповая скорость", "Определение\nПримеры")),
            ),
            "slides", ("Иванченко Сергей Петрович",), ("s.ivanchenko@inmor.example",), ("Институт моря РАН",),
        ),
    },
)  # fmt: skip

_SEMINARY = MadeUpSite(
    "ru-kursy",
    "ru",
    "department",
    "Приозёрный институт языков",
    "piya.example",
    {
        "index.html": """<title>Материалы курсов</title><h1>Приозёрный институт языков</h1><h2>Материалы курсов</h2>
<h3>Введение в фонетику</h3><p>Преподаватель: Белоусова Вера Дмитриевна</p><ul><li><a href=f/z1.pdf>Задание 1</a><li><a href=f/z2.pdf>Задание 2</a></ul>
<h3>Синтаксис</h3><p>Преподаватель: Рахимов Тимур Азатович</p><ul><li><a href=s/slides.pdf>Слайды к лекции 3</a></ul>
<h3>История письма</h3><p>Преподаватель: Ким Елена Сергеевна</p><ul><li><a href=h/test.pdf>Контрольная работа</a></ul>
<p><a href=people.html>Преподаватели</a></p>""",
        "people.html": """<title>Преподаватели</title><a href=index.html>Курсы</a>
<p>Белоусова Вера Дмитриевна, доцент, vbelousova[собака]piya.example</p>
<p>Рахимов Тимур Азатович, преподаватель, trakhimov[собака]piya.example</p>
<p>Ким Елена Сергеевна, доцент, ekim[собака]piya.example</p>
<p>Учебный отдел: uchotdel[собака]piya.example</p>""",
    },
    {
        "f/z1.pdf": Wanted(
            Spec(
                "Задание 1. Гласные",
                kind="report",
                language="ru",
                above="Введение в фонетику",
                sections=(("Упражнение", "Запишите в транскрипции следующие слова. Укажите ударение."), ("Упражнение", "Какие гласные возможны в безударном слоге?")),
            ),
            "exercise", ("Белоусова Вера Дмитриевна",), ("vbelousova@piya.example",), ("Приозёрный институт языков",),
        ),
        "f/z2.pdf": Wanted(
            Spec(
                "Задание 2. Согласные",
                kind="report",
                language="ru",
                above="Введение в фонетику",
                sections=(("Упражнение", "Распределите согласные по месту и способу образования."), ("Упражнение", "Приведите примеры оглушения на конце слова.")),
            ),
            "exercise", ("Белоусова Вера Дмитриевна",), ("vbelousova@piya.example",), ("Приозёрный институт языков",),
        ),
        "s/slides.pdf": Wanted(
            Spec(
                "Составляющие и зависимости",
                (Author("Т. А. Рахимов"),),
                kind="slides",
                language="ru",
                sections=(("Две традиции", "Деревья составляющих\nДеревья зависимостей"), ("Проверки", "Замена\nПеремещение\nСочинение")),
            ),
            "slides", ("Т. А. Рахимов",), ("trakhimov@piya.example",), ("Приозёрный институт языков",),
        ),
        "h/test.pdf": Wanted(
            Spec(
                "Контрольная работа",
                kind="report",
                language="ru",
                above="История письма",
                sections=(("Вопрос", "Какие письменности возникли независимо друг от друга?"), ("Вопрос", "Чем слоговое письмо отличается от алфавита?")),
            ),
            "exercise", ("Ким Елена Сергеевна",), ("ekim@piya.example",), ("Приозёрный институт языков",),
        ),
    },
)  # fmt: skip

RUSSIAN = (_KAFEDRA, _KURS, _STRANICA, _SEMINARY)
