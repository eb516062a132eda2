"""Russian sites of a third round: frames in KOI8-R with Word files, a department's shelf of methodical materials, a laboratory on a site builder."""

from __future__ import annotations

from gather.unseen.sites import Author, MadeUpSite, Spec, Wanted, sheet

_NTGU = "Нижнетаёжный государственный университет"
_KMA = f"Кафедра математического анализа, {_NTGU}"


def _koi(text: str) -> bytes:
    head = "<HTML><HEAD><META HTTP-EQUIV='Content-Type' CONTENT='text/html; charset=koi8-r'>"
    return (head + text + "</HTML>").encode("koi8-r")


_FREIMY = MadeUpSite(
    "ru-freimy", "ru", "scholar", _NTGU, "ntgu.example",
    {
        "index.html": _koi("""<TITLE>Домашняя страница</TITLE></HEAD><FRAMESET ROWS="80,*"><FRAME SRC="top.htm" NAME="top"><FRAMESET COLS="20%,80%"><FRAME SRC="menu.htm" NAME="menu"><FRAME SRC="main.htm" NAME="main"></FRAMESET></FRAMESET>"""),
        "top.htm": _koi("""</HEAD><BODY><CENTER><FONT SIZE=5>Страница доцента Кружилина Платона Игнатьевича</FONT></CENTER></BODY>"""),
        "menu.htm": _koi("""</HEAD><BODY><A HREF="main.htm" TARGET="main">О себе</A><BR><A HREF="students.htm" TARGET="main">Студентам</A><BR><A HREF="science.htm" TARGET="main">Научная работа</A></BODY>"""),
        "main.htm": _koi(f"""</HEAD><BODY><P>Кандидат физико-математических наук, доцент. {_KMA}.</P><P>Тел. 22-33-44, ауд. 315</P><P>Эл. почта: kruzhilin&lt;собака&gt;math&lt;точка&gt;ntgu&lt;точка&gt;example</P></BODY>"""),
        "students.htm": _koi("""</HEAD><BODY><H3>Математический анализ, 2 семестр</H3><UL><LI><A HREF="files/kr1.doc.rtf">Контрольная работа N 1</A><LI><A HREF="files/lekcii.docx">Конспект лекций</A>
<LI><A HREF="files/vedomost.docx">Бланк отчёта</A></UL></BODY>"""),
        "science.htm": _koi("""</HEAD><BODY><H3>Избранные публикации</H3><OL><LI>Кружилин П.И., Бестужева М.А. О сходимости рядов Дирихле // Вестник НТГУ. 2003. <A HREF="files/dirichlet.pdf">pdf</A>
<LI>Кружилин П.И. Теоремы единственности: автореферат дисс. канд. физ.-мат. наук. 1999. <A HREF="files/avtoref.pdf">pdf</A></OL></BODY>"""),
    },
    {
        "files/kr1.doc.rtf": Wanted(
            sheet("Контрольная работа № 1", "ru", ("Вариант 1", "1. Вычислить предел последовательности. 2. Исследовать функцию на непрерывность. 3. Найти производную."), ("Вариант 2", "1. Вычислить предел функции. 2. Доказать неравенство."), above="Математический анализ, 2 семестр"),
            "exercise", ("Кружилин Платон Игнатьевич",), ("kruzhilin@math.ntgu.example",), (_KMA,)),
        "files/lekcii.docx": Wanted(
            sheet("Конспект лекций по математическому анализу", "ru", ("Глава 1. Пределы", "Последовательность называется сходящейся, если существует её предел. Рассмотрим простейшие свойства."), ("Глава 2. Производные", "Производной функции в точке называется предел отношения приращений."), authors=(Author("П. И. Кружилин"),)),
            "lecture-notes", ("П. И. Кружилин",), ("kruzhilin@math.ntgu.example",), (_KMA,)),
        "files/vedomost.docx": Wanted(
            sheet("Отчёт о практике (бланк)", "ru", ("Сведения", "Студент ____________ Группа ________ Место практики ____________ Подпись руководителя ____________"), above=_NTGU),
            "other", why_not="form", affiliations=(_NTGU,)),
        "files/dirichlet.pdf": Wanted(
            Spec("О сходимости рядов Дирихле", (Author("П. И. Кружилин", _NTGU), Author("М. А. Бестужева", "Приозёрный педагогический институт", "mbest@ppi.example")), language="ru", abstract="Получены новые условия сходимости рядов Дирихле на границе полуплоскости.", keywords=("ряды Дирихле",), sections=(("Введение", "Ряды Дирихле изучаются с девятнадцатого века."),), references=("Леонтьев А. Ф. Ряды экспонент. 1976.",)),
            "paper", ("П. И. Кружилин", "М. А. Бестужева"), ("kruzhilin@math.ntgu.example", "mbest@ppi.example"), (_NTGU, "Приозёрный педагогический институт")),
        "files/avtoref.pdf": Wanted(
            sheet("Теоремы единственности для целых функций", "ru", ("Общая характеристика работы", "Актуальность темы. Теоремы единственности играют важную роль в теории функций."), ("Содержание работы", "Во введении приводится обзор литературы."), above="На правах рукописи. Кружилин Платон Игнатьевич. Автореферат диссертации на соискание учёной степени кандидата физико-математических наук"),
            "thesis", ("Кружилин Платон Игнатьевич",), ("kruzhilin@math.ntgu.example",), (_NTGU,)),
    },
)  # fmt: skip

_PTI = "Приморский технологический институт"
_KET = f"Кафедра электротехники, {_PTI}"

_POLKA = MadeUpSite(
    "ru-polka", "ru", "department", _PTI, "ptinst.example",
    {
        "index.html": f"""<title>Кафедра электротехники</title><div class=top>{_PTI}</div><h1>Кафедра электротехники</h1><ul class=menu><li><a href=sostav.html>Сотрудники</a></li><li><a href=metod.html>Методические материалы</a></li><li><a href=ucheba.html>Учебный процесс</a></li></ul>
<p>Заведующий кафедрой: д.т.н., профессор Лебединский Всеволод Аркадьевич</p><p>Адрес: ул. Заводская, 5. E-mail кафедры: ket@ptinst.example</p>""",
        "sostav.html": """<title>Сотрудники</title><table border=1><tr><th>№</th><th>Фамилия, имя, отчество</th><th>Должность</th><th>Учёная степень</th><th>Эл. адрес</th></tr>
<tr><td>1</td><td>Лебединский<br>Всеволод Аркадьевич</td><td>зав. кафедрой</td><td>д.т.н.</td><td>lebedinsky (at) ptinst (dot) example</td></tr>
<tr><td>2</td><td>Чернышова<br>Таисия Павловна</td><td>доцент</td><td>к.т.н.</td><td>tchern (at) ptinst (dot) example</td></tr>
<tr><td>3</td><td>Яровой<br>Антон Глебович</td><td>ст. преподаватель</td><td>-</td><td>yarovoy (at) ptinst (dot) example</td></tr>
<tr><td>4</td><td>Чернышов<br>Тимур Петрович</td><td>инженер</td><td>-</td><td>chernyshov (at) ptinst (dot) example</td></tr></table>""",
        "metod.html": """<title>Методические материалы</title><h2>Методические материалы</h2><h3>Дисциплина «Теоретические основы электротехники» (лектор Чернышова Т.П.)</h3><p><a href=m/toe-lab.pdf>Лабораторный практикум</a><br><a href=m/toe-rgr.rtf>Задания на РГР</a></p>
<h3>Дисциплина «Электрические машины» (лектор Яровой А.Г.)</h3><p><a href=m/em-prez.pptx>Трансформаторы (презентация)</a><br><a href=m/em-bilety.docx>Экзаменационные билеты</a></p>""",
        "ucheba.html": """<title>Учебный процесс</title><p><a href=u/rp-toe.pdf>Рабочая программа по ТОЭ</a></p><p><a href=u/raspisanie.pdf>Расписание консультаций</a></p><p><a href=u/sbornik.pdf>Статья заведующего кафедрой</a></p>""",
    },
    {
        "m/toe-lab.pdf": Wanted(
            sheet("Лабораторный практикум по теоретическим основам электротехники", "ru", ("Лабораторная работа № 1", "Цель работы: исследование цепи постоянного тока. Порядок выполнения работы описан ниже."), ("Контрольные вопросы", "Сформулируйте законы Кирхгофа."), above=f"{_PTI}. Кафедра электротехники. Составители: Т. П. Чернышова, А. Г. Яровой"),
            "exercise", ("Т. П. Чернышова", "А. Г. Яровой"), ("tchern@ptinst.example", "yarovoy@ptinst.example"), (_KET,)),
        "m/toe-rgr.rtf": Wanted(
            sheet("Задания на расчётно-графическую работу", "ru", ("Задача 1", "Рассчитать токи в ветвях методом контурных токов. Данные взять из таблицы по номеру варианта."), ("Задача 2", "Построить векторную диаграмму."), above="Теоретические основы электротехники"),
            "exercise", ("Чернышова Таисия Павловна",), ("tchern@ptinst.example",), (_KET,)),
        "m/em-prez.pptx": Wanted(
            Spec("Трансформаторы", (), kind="slides", language="ru", sections=(("Устройство", "Магнитопровод\nОбмотки"), ("Режимы", "Холостой ход\nКороткое замыкание"))),
            "slides", ("Яровой Антон Глебович",), ("yarovoy@ptinst.example",), (_KET,)),
        "m/em-bilety.docx": Wanted(
            sheet("Экзаменационные билеты по дисциплине «Электрические машины»", "ru", ("Билет № 1", "1. Принцип действия трансформатора. 2. Задача."), ("Билет № 2", "1. Асинхронный двигатель. 2. Задача."), above=f"{_PTI}"),
            "exercise", ("Яровой Антон Глебович",), ("yarovoy@ptinst.example",), (_PTI,)),
        "u/rp-toe.pdf": Wanted(
            sheet("Рабочая программа дисциплины «Теоретические основы электротехники»", "ru", ("Цели освоения дисциплины", "Целью освоения дисциплины является формирование компетенций."), ("Трудоёмкость", "Общая трудоёмкость составляет 5 зачётных единиц."), above=_PTI),
            "other", why_not="syllabus", affiliations=(_PTI,)),
        "u/raspisanie.pdf": Wanted(
            sheet("Расписание консультаций", "ru", ("Понедельник", "13:00 Чернышова Т.П., ауд. 210. 15:00 Яровой А.Г., ауд. 212."), ("Среда", "14:00 Лебединский В.А., ауд. 201.")),
            "other", why_not="timetable"),
        "u/sbornik.pdf": Wanted(
            Spec("Потери в стали при несинусоидальном токе", (Author("В. А. Лебединский", _PTI), Author("Т. Чернышова", _PTI)), language="ru", abstract="Предложена формула для расчёта потерь в стали при несинусоидальном токе.", keywords=("потери", "сталь"), sections=(("Введение", "Потери в стали определяют нагрев машины."),), references=("Бессонов Л. А. Теоретические основы электротехники. 1996.",)),
            "paper", ("В. А. Лебединский", "Т. Чернышова"), ("lebedinsky@ptinst.example", "tchern@ptinst.example"), (_PTI,)),
    },
)  # fmt: skip

_SFU = "Сибирский физический университет"
_LFP = f"Лаборатория физики плазмы, {_SFU}"


def _tilda(title: str, text: str) -> str:
    return f"""<title>{title}</title><div id=allrecords class=t-records><div class="t-rec"><div class=t228__centercontainer><a href=index.html>Главная</a><a href=team.html>Команда</a><a href=pubs.html>Публикации</a><a href=edu.html>Обучение</a></div></div>{text}
<div class="t-rec"><div class=t-footer>© {_LFP}. Made on Tilda</div></div></div>"""


def _person(name: str, post: str, user: str) -> str:
    return f"""<div class=t-col><div class=t527__bgimg style="background-image:url('x.jpg')"></div><div class="t-name t527__persname" field=li_persname__1>{name}</div><div class="t-descr t527__persdescr">{post}</div><a class=js-mail data-m="{user[::-1]}" href="javascript:void(0)">почта</a></div>"""


_TILDA = MadeUpSite(
    "ru-tilda", "ru", "group", _SFU, "sibfu.example",
    {
        "index.html": _tilda("Лаборатория физики плазмы", f"<div class=t-rec><h1 class=t-title>Лаборатория физики плазмы</h1><div class=t-descr>{_SFU}</div></div><div class=t-rec><div class=t-text>Руководитель лаборатории — Градов Мирон Евсеевич, доктор физико-математических наук. Писать: grad<b></b>ov@<i></i>plasma.sibfu.example</div></div>"),
        "team.html": _tilda("Команда", _person("Мирон Градов", "руководитель", "grad") + _person("Алевтина Сомова", "научный сотрудник", "somova") + """<div class=t-rec><div class=t-name>Глеб Рощин</div><div class=t-descr>аспирант<br>roshchin@ plasma.sibfu.example</div></div><div class=t-rec><div class=t-name>Алевтина Сомова</div><div class=t-text>Почта: a.somova [собачка] plasma.sibfu.example</div></div>"""),
        "pubs.html": _tilda("Публикации", """<div class=t-rec><div class=t-text><ul><li>М. Е. Градов, А. Сомова. <a href=f/probe.pdf>Зондовые измерения в гелии</a>. Препринт 2-2017</li><li>G. Roshchin, M. Gradov. <a href=f/helicon.pdf>Helicon waves in a short tube</a>, 2021</li></ul></div></div>"""),
        "edu.html": _tilda("Обучение", """<div class=t-rec><div class=t-title>Спецкурс «Диагностика плазмы»</div><div class=t-descr>Читает А. Сомова</div><a class=t-btn href=f/lec1.pdf>Лекция 1</a><a class=t-btn href=f/zad.odt>Задачи</a></div><div class=t-rec><a class=t-btn href=f/tb.pdf>Инструкция по технике безопасности</a></div>"""),
    },
    {
        "f/probe.pdf": Wanted(
            sheet("Зондовые измерения в гелии", "ru", ("Аннотация", "Описаны измерения концентрации электронов двойным зондом в гелии низкого давления."), ("Введение", "Двойной зонд не требует опорного электрода."), above="Препринт 2-2017", authors=(Author("М. Е. Градов", _LFP), Author("А. Сомова", _LFP))),
            "report", ("М. Е. Градов", "А. Сомова"), ("gradov@plasma.sibfu.example", "a.somova@plasma.sibfu.example"), (_LFP,)),
        "f/helicon.pdf": Wanted(
            Spec("Helicon waves in a short tube", (Author("Gleb Roshchin", "Plasma Physics Laboratory, Siberian University of Physics"), Author("Miron Gradov", "Plasma Physics Laboratory, Siberian University of Physics")), abstract="Helicon waves were excited in a tube of thirty centimetres. We measured their damping.", sections=(("Introduction", "Helicon sources are usually long."),), references=("F. Chen. Helicon discharges. 1991.",)),
            "paper", ("Gleb Roshchin", "Miron Gradov"), ("roshchin@plasma.sibfu.example", "gradov@plasma.sibfu.example"), ("Plasma Physics Laboratory, Siberian University of Physics",)),
        "f/lec1.pdf": Wanted(
            Spec("Лекция 1. Что такое плазма", (), kind="slides", language="ru", above="Диагностика плазмы", sections=(("Определение", "Квазинейтральность\nДебаевский радиус"), ("Методы", "Зонды\nСпектроскопия"))),
            "slides", ("Алевтина Сомова",), ("a.somova@plasma.sibfu.example",), (_LFP,)),
        "f/zad.odt": Wanted(
            sheet("Задачи к спецкурсу", "ru", ("Задача 1", "Найти дебаевский радиус при заданной температуре."), ("Задача 2", "Оценить частоту столкновений."), above="Диагностика плазмы"),
            "exercise", ("Алевтина Сомова",), ("a.somova@plasma.sibfu.example",), (_LFP,)),
        "f/tb.pdf": Wanted(
            sheet("Инструкция по технике безопасности", "ru", ("Общие положения", "К работе допускаются лица, прошедшие инструктаж."), ("Требования", "Запрещается работать с высоким напряжением в одиночку."), above=_SFU),
            "other", why_not="rules", affiliations=(_SFU,)),
    },
)  # fmt: skip

THIRD_RUSSIAN = (_FREIMY, _POLKA, _TILDA)
