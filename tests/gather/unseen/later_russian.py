"""Russian sites of a second round: a department in Word's HTML in windows-1251, a list of graduates' works, a course in a wiki."""

from __future__ import annotations

from gather.unseen.sites import Author, MadeUpSite, Spec, Wanted, sheet

_SGTU = "Северогорский государственный технический университет"
_KAF = f"Кафедра прикладной механики, {_SGTU}"


def _word(title: str, body: str) -> bytes:
    head = f'<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta http-equiv=Content-Type content="text/html; charset=windows-1251"><meta name=Generator content="Microsoft Word 11"><title>{title}</title></head>'
    return f"{head}<body lang=RU><div class=Section1>{body}</div></body></html>".encode("cp1251")


def _p(text: str) -> str:
    return f"<p class=MsoNormal style='text-align:justify'><span lang=RU style='font-size:12.0pt'>{text}<o:p></o:p></span></p>"


_WORD = MadeUpSite(
    "ru-word", "ru", "department", _SGTU, "sgtu.example",
    {
        "index.html": _word("Кафедра прикладной механики", "<p class=MsoTitle>Кафедра прикладной механики</p>" + _p(_SGTU) + _p("<a href=sostav.htm>Состав кафедры</a>") + _p("<a href=metod.htm>Методические материалы</a>") + _p("<a href=nauka.htm>Научная работа</a>") + _p("Тел. 24-55-10, e-mail: prikmeh@sgtu.example")),
        "sostav.htm": _word("Состав кафедры", "<p class=MsoTitle>Преподавательский состав</p><table class=MsoTableGrid border=1>"
            "<tr><td>" + _p("№") + "</td><td>" + _p("Ф.И.О.") + "</td><td>" + _p("Должность, степень") + "</td><td>" + _p("Эл. почта") + "</td></tr>"
            "<tr><td>" + _p("1") + "</td><td>" + _p("Жаворонков Пётр Ильич") + "</td><td>" + _p("зав. кафедрой, д.т.н., профессор") + "</td><td>" + _p("zhavoronkov_pi@sgtu.example") + "</td></tr>"
            "<tr><td>" + _p("2") + "</td><td>" + _p("Мещерякова Инна Львовна") + "</td><td>" + _p("доцент, к.т.н.") + "</td><td>" + _p("il.mesch@sgtu.example") + "</td></tr>"
            "<tr><td>" + _p("3") + "</td><td>" + _p("Тагиров Ренат Фаритович") + "</td><td>" + _p("старший преподаватель") + "</td><td>" + _p("renat_t (собака) sgtu.example") + "</td></tr></table>"),
        "metod.htm": _word("Методические материалы", "<p class=MsoTitle>Методические указания</p>" + _p("1. Мещерякова И.Л. Сопротивление материалов. Методические указания к лабораторным работам. <a href=metod/sopromat.pdf>Скачать</a>") + _p("2. Тагиров Р.Ф. Расчётно-графическая работа № 1. <a href=metod/rgr1.pdf>Скачать</a>") + _p("3. <a href=metod/raspisanie.pdf>Расписание консультаций</a>")),
        "nauka.htm": _word("Научная работа", _p("Жаворонков П.И., Мещерякова И.Л. Устойчивость тонких оболочек. <a href=nauka/obol.pdf>pdf</a>") + _p("Автореферат диссертации Тагирова Р.Ф. <a href=nauka/avtoref.pdf>pdf</a>")),
    },
    {
        "metod/sopromat.pdf": Wanted(
            sheet("Сопротивление материалов. Методические указания к лабораторным работам", "ru", ("Лабораторная работа № 1", "Цель работы: определить модуль упругости стали при растяжении образца."), ("Порядок выполнения", "Закрепите образец в захватах машины и запишите показания приборов."), above=f"{_SGTU}. Составитель И. Л. Мещерякова"),
            "lecture-notes", ("И. Л. Мещерякова",), ("il.mesch@sgtu.example",), (_SGTU,)),
        "metod/rgr1.pdf": Wanted(
            sheet("Расчётно-графическая работа № 1", "ru", ("Задание 1", "Для заданной балки постройте эпюры поперечных сил и изгибающих моментов."), ("Задание 2", "Подберите сечение двутавра из условия прочности."), above="Прикладная механика. Варианты заданий"),
            "exercise", ("Тагиров Р. Ф.",), ("renat_t@sgtu.example",), (_SGTU,)),
        "metod/raspisanie.pdf": Wanted(
            sheet("Расписание консультаций", "ru", ("Понедельник", "Жаворонков П.И. 12:00, ауд. 305. Мещерякова И.Л. 14:00, ауд. 307."), ("Среда", "Тагиров Р.Ф. 10:00, ауд. 307."), above="Кафедра прикладной механики"),
            "other", why_not="timetable", affiliations=("Кафедра прикладной механики",)),
        "nauka/obol.pdf": Wanted(
            Spec("Устойчивость тонких оболочек при осевом сжатии", (Author("П. И. Жаворонков", _SGTU), Author("И. Л. Мещерякова", _SGTU)), language="ru", above="УДК 539.3", abstract="Рассматривается потеря устойчивости цилиндрических оболочек с малыми начальными прогибами. Получены оценки критической нагрузки.", keywords=("оболочка", "устойчивость"), sections=(("Введение", "Тонкие оболочки применяются в авиации и строительстве. Их устойчивость зависит от малых неправильностей формы."),), references=("Вольмир А. С. Устойчивость систем. М., 1967.",)),
            "paper", ("П. И. Жаворонков", "И. Л. Мещерякова"), ("zhavoronkov_pi@sgtu.example", "il.mesch@sgtu.example"), (_SGTU,)),
        "nauka/avtoref.pdf": Wanted(
            sheet("Динамика составных валов с зазорами", "ru", ("Автореферат диссертации на соискание учёной степени кандидата технических наук", "Научный руководитель: доктор технических наук, профессор Жаворонков Пётр Ильич."), ("Актуальность темы", "Составные валы применяются в приводах большой мощности. Зазоры в соединениях вызывают удары."), above="На правах рукописи. Тагиров Ренат Фаритович"),
            "thesis", ("Тагиров Ренат Фаритович",), ("renat_t@sgtu.example",), (_SGTU,)),
    },
)  # fmt: skip

_BU = "Белоозерский университет"
_FMK = f"Факультет математики и кибернетики, {_BU}"

_VKR = MadeUpSite(
    "ru-vkr", "ru", "department", _BU, "bou.example",
    {
        "index.html": f"""<title>Лаборатория анализа данных</title><h1>Лаборатория анализа данных</h1><p>{_FMK}</p>
<ul><li><a href=staff/>Сотрудники</a></li><li><a href=vkr.html>Выпускные работы</a></li><li><a href=seminar.html>Семинар</a></li></ul><p>Вопросы по сайту: webmaster@bou.example</p>""",
        "staff/index.html": """<title>Сотрудники</title><a href=../index.html>На главную</a><h3>Заведующая</h3><p><a href=gromova.html>Громова Алёна Игоревна</a></p>
<h3>Научные сотрудники</h3><p><a href=shin.html>Шин Виталий Енгунович</a></p><p>Кузнецова Дарья, <script>document.write("dkuznetsova"+String.fromCharCode(64)+"bou.example")</script></p>""",
        "staff/gromova.html": """<title>Громова А. И.</title><a href=index.html>Сотрудники</a><h2>Алёна Игоревна Громова</h2><p>к.ф.-м.н., доцент</p><p>Почта: agromova на bou точка example</p>""",
        "staff/shin.html": """<title>Шин В. Е.</title><a href=index.html>Сотрудники</a><h2>Виталий Енгунович Шин</h2><p>младший научный сотрудник</p><p>e-mail: <span class=mail>v.shin<!-- nospam -->@<b></b>bou.example</span></p>""",
        "vkr.html": """<title>Выпускные работы</title><a href=index.html>На главную</a><table><tr><th>Студент<th>Тема<th>Руководитель<th>Год<tr><td>Ласточкина Ю. М.<td><a href=vkr/lastochkina.pdf>Поиск дубликатов в новостях</a><td>А. И. Громова<td>2020
<tr><td>Абдулов Т. Р.<td><a href=vkr/abdulov.pdf>Сегментация снимков мха</a><td>В. Е. Шин<td>2021</table>""",
        "seminar.html": """<title>Семинар</title><a href=index.html>На главную</a><p>12 марта. Дарья Кузнецова. <a href=sem/kuznetsova.pdf>Слайды</a></p><p>19 марта. Виталий Шин. <a href=sem/shin.pdf>Конспект</a></p>
<p>26 марта. <a href=sem/objav.pdf>Объявление</a></p>""",
    },
    {
        "vkr/lastochkina.pdf": Wanted(
            sheet("Поиск дубликатов в новостях", "ru", ("Выпускная квалификационная работа бакалавра", "Научный руководитель: доцент, к.ф.-м.н. А. И. Громова"), ("Введение", "Новостные агентства перепечатывают сообщения друг друга. В работе сравниваются три способа поиска таких перепечаток."), above=_FMK, authors=(Author("Ласточкина Юлия Максимовна"),)),
            "thesis", ("Ласточкина Юлия Максимовна",), (), (_FMK,)),
        "vkr/abdulov.pdf": Wanted(
            sheet("Сегментация снимков мха", "ru", ("Выпускная квалификационная работа магистра", "Научный руководитель: В. Е. Шин"), ("Введение", "Мох растёт медленно, и по его пятнам можно судить о возрасте камней. Снимки размечались вручную."), above=_FMK, authors=(Author("Абдулов Тимур Русланович"),)),
            "thesis", ("Абдулов Тимур Русланович",), (), (_FMK,)),
        "sem/kuznetsova.pdf": Wanted(
            Spec("Графовые нейронные сети на малых данных", (Author("Дарья Кузнецова"),), kind="slides", language="ru", above="Семинар лаборатории", sections=(("Задача", "Мало вершин\nМного признаков"), ("Результаты", "Три набора данных\nСравнение"))),
            "slides", ("Дарья Кузнецова",), ("dkuznetsova@bou.example",), (_FMK,)),
        "sem/shin.pdf": Wanted(
            sheet("Случайные леса: конспект доклада", "ru", ("1. Деревья", "Решающее дерево делит пространство признаков на прямоугольники. Конспект составлен по докладу на семинаре."), ("2. Леса", "Усреднение многих деревьев уменьшает дисперсию.")),
            "lecture-notes", ("Виталий Шин",), ("v.shin@bou.example",), (_FMK,)),
        "sem/objav.pdf": Wanted(
            sheet("Объявление", "ru", ("Семинар лаборатории", "26 марта в 16:00 в аудитории 210 состоится заседание семинара. Приглашаются все желающие."), above=_FMK),
            "other", why_not="announcement", affiliations=(_FMK,)),
    },
)  # fmt: skip

_VGU = "Верхнекаменский государственный университет"

_VIKI = MadeUpSite(
    "ru-viki", "ru", "course", _VGU, "vkgu.example",
    {
        "index.html": """<title>Теория информации (курс лекций) — Вики факультета</title><div id=content><h1>Теория информации (курс лекций)</h1>
<p>Обязательный курс для студентов 3 курса. Лекции читает <a href=uchastnik-orlovskij.html>Б. К. Орловский</a>, семинары ведут <a href=uchastnik-nechaj.html>Оксана Нечай</a> и Артур Бабаян.</p>
<table id=toc><tr><td><ol><li><a href=#1>Лекции</a></li></ol></td></tr></table><h2>Лекции</h2><ul><li>Энтропия <a href=images/ti-01.pdf>(PDF, 1 МБ)</a></li><li>Коды <a href=images/ti-02.pdf>(PDF, 2 МБ)</a></li></ul>
<h2>Домашние задания</h2><ul><li><a href=images/dz1.pdf>ДЗ 1</a></li></ul><h2>Отчётность</h2><p><a href=images/pravila.pdf>Правила выставления оценок</a></p><p>Категория: Учебные курсы</p></div>
<div id=footer>Последнее изменение этой страницы: 21:14, 3 октября 2015. К этой странице обращались 4511 раз.</div>""",
        "uchastnik-orlovskij.html": f"""<title>Участник:Orlovskij — Вики факультета</title><h1>Участник:Orlovskij</h1><p>Богдан Кириллович Орловский, профессор, {_VGU}.</p>
<p>Написать: orlovskij<small>[сабака]</small>mech.vkgu.example</p>""",
        "uchastnik-nechaj.html": """<title>Участник:O.Nechaj — Вики факультета</title><h1>Участник:O.Nechaj</h1><p>Оксана Нечай, аспирантка.</p><p>o.nechaj@vkgu.example</p>""",
    },
    {
        "images/ti-01.pdf": Wanted(
            Spec("Лекция 1. Энтропия", (), kind="slides", language="ru", above="Теория информации", sections=(("Энтропия Шеннона", "Определение\nСвойства"), ("Взаимная информация", "Неравенства\nПримеры"))),
            "slides", ("Б. К. Орловский",), ("orlovskij@mech.vkgu.example",), (_VGU,)),
        "images/ti-02.pdf": Wanted(
            Spec("Лекция 2. Коды", (Author("Б. К. Орловский"),), kind="slides", language="ru", above="Теория информации", sections=(("Префиксные коды", "Неравенство Крафта\nКод Хаффмана"), ("Арифметическое кодирование", "Идея\nТочность"))),
            "slides", ("Б. К. Орловский",), ("orlovskij@mech.vkgu.example",), (_VGU,)),
        "images/dz1.pdf": Wanted(
            sheet("Домашнее задание 1", "ru", ("Задача 1", "Найдите энтропию числа очков, выпавших на двух костях."), ("Задача 2", "Докажите, что условная энтропия не превосходит безусловной."), above="Теория информации, осень 2015"),
            "exercise", ("Б. К. Орловский",), ("orlovskij@mech.vkgu.example",), (_VGU,)),
        "images/pravila.pdf": Wanted(
            sheet("Правила выставления оценок", "ru", ("Оценка за курс", "Оценка складывается из домашних заданий и экзамена. Опоздавшие работы не принимаются."), above="Теория информации"),
            "other", why_not="rules"),
    },
)  # fmt: skip

LATER_RUSSIAN = (_WORD, _VKR, _VIKI)
