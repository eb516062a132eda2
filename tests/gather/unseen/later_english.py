"""English sites of a second round: a course in a wiki, a personal page with a table of papers, a group of cards with hidden addresses."""

from __future__ import annotations

from gather.unseen.sites import Author, MadeUpSite, Spec, Wanted, sheet

_BTU = "Brackenridge Technical University"
_CS = f"School of Computing, {_BTU}"

_WIKI = MadeUpSite(
    "en-wiki", "en", "course", _BTU, "btu.example",
    {
        "index.html": """<title>start [CS214 Operating Systems]</title><div class=dokuwiki><div class=bar>You are here: <a href=index.html>start</a> | <a href=people.html>people</a> | <a href=labs.html>labs</a> | <a href=lectures.html>lectures</a></div>
<h1>CS214 Operating Systems</h1><div class=level1><p>Spring term, Tuesdays 10:15, room L3.</p></div>
<div class=footer>start.txt · Last modified: 2014/02/11 09:12 by mtolland · <a href=http://www.dokuwiki.example/>DokuWiki</a></div></div>""",
        "people.html": """<title>people [CS214 Operating Systems]</title><a href=index.html>start</a><h2>Course staff</h2><div class=level2>
<table><tr><th>Role</th><th>Name</th><th>Office hours</th><th>Mail</th></tr>
<tr><td>Instructor</td><td>Maeve Tolland</td><td>Wed 2-4</td><td>m.tolland AT btu DOT example</td></tr>
<tr><td>Teaching assistant</td><td>Jonas Pettersen</td><td>Fri 9-10</td><td>jpettersen AT students DOT btu DOT example</td></tr></table></div>
<div class=footer>people.txt · Last modified by jpettersen</div>""",
        "labs.html": """<title>labs [CS214 Operating Systems]</title><a href=index.html>start</a><h2>Labs</h2><ul><li><a href=_media/lab1.pdf>lab1.pdf</a> A shell of your own</li>
<li><a href=_media/lab2.pdf>lab2.pdf</a> Threads</li></ul><p><a href=_media/honour_code.pdf>Honour code</a></p>""",
        "lectures.html": """<title>lectures [CS214 Operating Systems]</title><a href=index.html>start</a><h2>Lectures</h2><ul><li>Week 1 <a href=_media/w1.pdf>slides</a></li>
<li>Week 2 reading: <a href=_media/scheduling.pdf>Lottery scheduling for small machines</a> (guest paper)</li></ul>""",
    },
    {
        "_media/lab1.pdf": Wanted(
            sheet("Lab 1: A shell of your own", "en", ("Task 1", "Write a program that reads a line, splits it into words and runs the first as a command."), ("Task 2", "Add pipes. Hand in your code by Friday."), above="CS214 Operating Systems, Spring 2014"),
            "exercise", ("Maeve Tolland",), ("m.tolland@btu.example",), (_BTU,)),
        "_media/lab2.pdf": Wanted(
            sheet("Lab 2: Threads", "en", ("Task 1", "Implement a bounded buffer with two semaphores."), ("Task 2", "Show an execution in which your solution of Task 1 starves a consumer. Handed out by Jonas Pettersen."), above="CS214 Operating Systems, Spring 2014"),
            "exercise", ("Maeve Tolland",), ("m.tolland@btu.example",), (_BTU,)),
        "_media/w1.pdf": Wanted(
            Spec("What an operating system does", (Author("Maeve Tolland", _CS),), kind="slides", above="CS214 week 1", sections=(("Two views", "Extended machine\nResource manager"), ("History", "Batch\nTime sharing"))),
            "slides", ("Maeve Tolland",), ("m.tolland@btu.example",), (_CS,)),
        "_media/scheduling.pdf": Wanted(
            Spec("Lottery scheduling for small machines", (Author("Ravi Menon", "Coastal Institute of Technology", "rmenon@coastal.example"), Author("Li Na Zhao", "Coastal Institute of Technology")), abstract="We show that lottery scheduling can be done in forty lines of code on a machine with two kilobytes of memory.", keywords=("scheduling",), sections=(("Introduction", "Small machines run few processes. Fairness between them still matters."),), references=("C. Waldspurger. Lottery scheduling. OSDI, 1994.",)),
            "paper", ("Ravi Menon", "Li Na Zhao"), ("rmenon@coastal.example",), ("Coastal Institute of Technology",), why_not="external authors"),
        "_media/honour_code.pdf": Wanted(
            sheet("Honour code", "en", ("Declaration", "I declare that the work that I hand in is my own. Name: ________ Signature: ________ Date: ________"), above=_BTU),
            "other", why_not="form", affiliations=(_BTU,)),
    },
)  # fmt: skip

_UOH = "University of Harrowdale"
_MATHS = f"Department of Pure Mathematics, {_UOH}"

_TABLE = MadeUpSite(
    "en-table", "en", "scholar", _UOH, "harrowdale.example",
    {
        "index.html": f"""<title>Home</title><table width=700><tr><td colspan=2 bgcolor=navy><font color=white size=6>Dr Philippa Garland</font></td></tr>
<tr><td valign=top><a href=index.html>Home</a><br><a href=papers.html>Papers</a><br><a href=teaching.html>Teaching</a><br><a href=misc.html>Misc</a></td>
<td><p>Reader in Algebra<br>Department of Pure Mathematics<br>{_UOH}<br>Harrowdale HD2 7QQ, UK</p><p><img src=mail.png alt="p.garland at maths.harrowdale.example"></p>
<p>Room 4.17, tel. (0)1632 960 112</p></td></tr></table>""",
        "papers.html": """<title>Papers</title><a href=index.html>Home</a><table cellpadding=6><tr><th>#</th><th>Title</th><th>With</th><th>Where</th></tr>
<tr><td>3</td><td><a href=p/knots.pdf>Braids that forget</a></td><td>O. Castellane</td><td>J. Braids 12 (2011)</td></tr>
<tr><td>2</td><td><a href=p/finite.pdf>Finite quotients of tangle groups</a></td><td>-</td><td>Preprint</td></tr>
<tr><td>1</td><td><a href=p/thesis.pdf>PhD thesis</a></td><td></td><td>University of Lower Tarn, 1997</td></tr></table>""",
        "teaching.html": """<title>Teaching</title><a href=index.html>Home</a><h3>MA3K4 Group theory</h3><p><a href=t/sheet1.pdf>Sheet 1</a> <a href=t/sheet2.pdf>Sheet 2</a> <a href=t/notes.pdf>Notes</a></p>""",
        "misc.html": """<title>Misc</title><a href=index.html>Home</a><p><a href=m/cv.pdf>CV</a>, <a href=m/talk-poster.pdf>poster of the Tarn colloquium</a>, <a href=m/knots-copy.pdf>Braids that forget (mirror)</a></p>
<p>Page design by <a href="mailto:webteam@harrowdale.example">Jamie Ollerton</a></p>""",
    },
    {
        "p/knots.pdf": Wanted(
            Spec("Braids that forget", (Author("Philippa Garland", _MATHS), Author("Octave Castellane", "Institut de Topologie de Varnes", "castellane@topologie.example")), abstract="A braid forgets a strand if removing it gives the trivial braid. We describe all braids that forget each of their strands.", sections=(("Introduction", "Brunnian braids have been studied since Levinson. Here we give a new description by trees."),), references=("H. Levinson. Decomposable braids. Trans., 178, 1973.",)),
            "paper", ("Philippa Garland", "Octave Castellane"), ("p.garland@maths.harrowdale.example", "castellane@topologie.example"), (_MATHS, "Institut de Topologie de Varnes")),
        "m/knots-copy.pdf": Wanted(
            Spec("Braids that forget", (Author("Philippa Garland", _MATHS), Author("Octave Castellane", "Institut de Topologie de Varnes", "castellane@topologie.example")), abstract="A braid forgets a strand if removing it gives the trivial braid. We describe all braids that forget each of their strands.", sections=(("Introduction", "Brunnian braids have been studied since Levinson. Here we give a new description by trees."),), references=("H. Levinson. Decomposable braids. Trans., 178, 1973.",)),
            "paper", ("Philippa Garland", "Octave Castellane"), ("p.garland@maths.harrowdale.example", "castellane@topologie.example"), (_MATHS, "Institut de Topologie de Varnes"), why_not="duplicate"),
        "p/finite.pdf": Wanted(
            Spec("Finite quotients of tangle groups", (Author("P. Garland"),), abstract="We count the finite quotients of the groups of two-string tangles.", sections=(("Introduction", "Tangle groups are residually finite. How many quotients of each order are there?"),), references=("J. Conway. An enumeration of knots. 1970.",)),
            "paper", ("P. Garland",), ("p.garland@maths.harrowdale.example",), (_MATHS,)),
        "p/thesis.pdf": Wanted(
            sheet("Growth in groups of tangles", "en", ("Abstract", "This thesis studies the growth functions of groups that arise from tangles."), ("Acknowledgements", "I thank my supervisor, Professor Edmund Thwaite, and my parents."), above="A thesis submitted to the University of Lower Tarn for the degree of Doctor of Philosophy", authors=(Author("Philippa Jane Garland"),)),
            "thesis", ("Philippa Jane Garland",), ("p.garland@maths.harrowdale.example",), ("University of Lower Tarn",)),
        "t/sheet1.pdf": Wanted(
            sheet("Example sheet 1", "en", ("1", "Show that a group in which every element has order two is abelian."), ("2", "Find all subgroups of the dihedral group of order ten."), above="MA3K4 Group theory"),
            "exercise", ("Philippa Garland",), ("p.garland@maths.harrowdale.example",), (_MATHS,), title="MA3K4 Group theory. Example sheet 1"),
        "t/sheet2.pdf": Wanted(
            sheet("Example sheet 2", "en", ("1", "State and prove Cauchy's theorem."), ("2", "Let p be a prime. Classify the groups of order p squared."), above="MA3K4 Group theory. Philippa Garland"),
            "exercise", ("Philippa Garland",), ("p.garland@maths.harrowdale.example",), (_MATHS,), title="MA3K4 Group theory. Example sheet 2"),
        "t/notes.pdf": Wanted(
            sheet("Group theory", "en", ("1 Groups", "A group is a set with an associative multiplication, a unit and inverses. These notes follow the lectures closely."), ("2 Actions", "An action of a group on a set is a homomorphism into its permutations."), above="Lecture notes for MA3K4", authors=(Author("P. Garland"),)),
            "lecture-notes", ("P. Garland",), ("p.garland@maths.harrowdale.example",), (_MATHS,)),
        "m/cv.pdf": Wanted(
            sheet("Curriculum Vitae", "en", ("Education", "PhD, University of Lower Tarn, 1997. BA, 1993."), ("Employment", "Reader since 2006. Lecturer, 1999-2006."), authors=(Author("Philippa Garland"),)),
            "cv", ("Philippa Garland",), ("p.garland@maths.harrowdale.example",), (_UOH,), why_not="cv", title="Philippa Garland. Curriculum vitae"),
        "m/talk-poster.pdf": Wanted(
            sheet("Tarn Colloquium", "en", ("Programme", "Monday 3 June 2013, 14:00. Lecture room B. All are welcome. Tea will be served at 15:30."),),
            "other", why_not="announcement"),
    },
)  # fmt: skip

_SKU = "Saltkirk University"
_MARINE = f"Marine Robotics Laboratory, {_SKU}"


def _card(name: str, post: str, mail: str) -> str:
    return f"<div class=card><img src=x.jpg alt='{name}'><div class=card-body><h5 class=card-title>{name}</h5><p class=card-text>{post}</p>{mail}</div></div>"


_CARDS = MadeUpSite(
    "en-cards", "en", "group", _SKU, "saltkirk.example",
    {
        "index.html": f"""<title>Marine Robotics Lab</title><nav><a href=index.html>Home</a><a href=team.html>Team</a><a href=publications.html>Publications</a><a href=join.html>Join us</a></nav>
<h1>Marine Robotics Laboratory</h1><p>We build robots that swim. Part of {_SKU}.</p><footer>© 2021 Marine Robotics Laboratory, {_SKU}. Template by Colorlib.</footer>""",
        "team.html": "<title>Team - Marine Robotics Lab</title><nav><a href=index.html>Home</a></nav><h2>Principal Investigator</h2>"
        + _card("Aurelio Santangelo", "Professor of Robotics", "<a href='#' class=mail data-user=santangelo data-domain=saltkirk.example>E-mail</a>")
        + "<h2>Postdocs</h2>" + _card("Wen Hui Tan", "Research Fellow", "<a href='mailto:w.h.tan@NOSPAM.saltkirk.example'>E-mail</a>")
        + "<h2>PhD students</h2>" + _card("Bridget Okonkwo", "PhD student", "<a href='mailto:%62.okonkwo%40saltkirk.example'>E-mail</a>")
        + "<h2>Alumni</h2>" + _card("Lars Sundby", "PhD 2018, now at Fjordtek AS", "<a href='https://www.fjordtek.example/'>web</a>"),
        "publications.html": """<title>Publications - Marine Robotics Lab</title><nav><a href=index.html>Home</a></nav><h2>2021</h2>
<p>B. Okonkwo, W. H. Tan, A. Santangelo. <i>Buoyancy control with soft bladders</i>. OceanBots 2021. <a href=files/bladders.pdf>[pdf]</a></p>
<h2>2018</h2><p>L. Sundby and A. Santangelo. <i>Sonar mapping of kelp forests</i>. Technical report. <a href=files/kelp.pdf>[pdf]</a></p>""",
        "join.html": """<title>Join us - Marine Robotics Lab</title><nav><a href=index.html>Home</a></nav><p>Send your application to jobs@saltkirk.example. <a href=files/phd-position.pdf>PhD position (pdf)</a></p>""",
    },
    {
        "files/bladders.pdf": Wanted(
            Spec("Buoyancy control with soft bladders", (Author("Bridget Okonkwo", _MARINE), Author("Wen Hui Tan", _MARINE), Author("Aurelio Santangelo", _MARINE)), abstract="Soft bladders let small robots hover without thrusters. We model their response and test it in a tank.", keywords=("buoyancy", "soft robots"), sections=(("Introduction", "Hovering costs energy. Fish use a swim bladder."),), references=("R. Fish. Bladders. Journal, 1, 2001.",)),
            "paper", ("Bridget Okonkwo", "Wen Hui Tan", "Aurelio Santangelo"), ("b.okonkwo@saltkirk.example", "w.h.tan@saltkirk.example", "santangelo@saltkirk.example"), (_MARINE,)),
        "files/kelp.pdf": Wanted(
            sheet("Sonar mapping of kelp forests", "en", ("Summary", "This report describes the surveys of 2016 and 2017 and the data that came of them."), ("Methods", "A side-scan sonar was towed behind the robot at two metres a second."), above="Technical report MRL-2018-02", authors=(Author("Lars Sundby", _MARINE), Author("Aurelio Santangelo", _MARINE))),
            "report", ("Lars Sundby", "Aurelio Santangelo"), ("santangelo@saltkirk.example",), (_MARINE,)),
        "files/phd-position.pdf": Wanted(
            sheet("PhD position in marine robotics", "en", ("The position", "We are looking for a doctoral student with a degree in engineering. The deadline for applications is 1 March."), ("How to apply", "Send a letter, your marks and the names of two referees."), above=_MARINE),
            "other", why_not="announcement", affiliations=(_MARINE,)),
    },
)  # fmt: skip

LATER_ENGLISH = (_WIKI, _TABLE, _CARDS)
