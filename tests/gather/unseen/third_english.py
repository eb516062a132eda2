"""English sites of a third round: an exported learning platform, a laboratory that spells its addresses as a pattern, a static generator's folders of publications."""

from __future__ import annotations

from gather.unseen.sites import Author, MadeUpSite, Spec, Wanted, sheet

_MPU = "Marlowe Point University"
_HIST = f"Department of History, {_MPU}"


def _moodle(title: str, crumbs: str, text: str) -> str:
    return f"""<title>{title}</title><div id=page-header><ol class=breadcrumb><li><a href=index.html>Home</a></li>{crumbs}</ol></div><div role=main>{text}</div>
<footer id=page-footer><p>You are currently using guest access (<a href=login.html>Log in</a>)</p><p>Data retention summary · Get the mobile app</p><p>Helpdesk: elearning@mpu.example</p></footer>"""


_EXPORT = MadeUpSite(
    "en-export", "en", "course", _MPU, "mpu.example",
    {
        "index.html": _moodle("MPU Learn", "", """<h2>Available courses</h2><div class=coursebox><h3 class=coursename><a href=course-view-204.html>HIS204 Ports and Empires</a></h3><ul class=teachers><li>Teacher: Rosalind Achterberg</li></ul></div>
<div class=coursebox><h3 class=coursename><a href=course-view-310.html>HIS310 Reading Archives</a></h3><ul class=teachers><li>Teacher: Desmond Quill</li><li>Teacher: Rosalind Achterberg</li></ul></div>"""),
        "login.html": _moodle("Log in", "", "<p>Forgotten your password? Cookies must be enabled.</p>"),
        "course-view-204.html": _moodle("Course: HIS204 Ports and Empires", "<li>HIS204</li>", """<h1>Ports and Empires</h1><ul class=weeks><li class=section><h3>Topic 1</h3><ul><li><a href=mod/resource/view-881.html>Handout: What is a port? <span class=accesshide>File</span></a></li>
<li><a href=mod/resource/view-882.html>Lecture 1 slides <span class=accesshide>File</span></a></li></ul></li><li class=section><h3>Assessment</h3><ul><li><a href=mod/resource/view-890.html>Essay questions <span class=accesshide>File</span></a></li>
<li><a href=mod/resource/view-891.html>Extension request <span class=accesshide>File</span></a></li></ul></li></ul><aside><h5>Course contacts</h5><p><a href=user-41.html>Rosalind Achterberg</a></p></aside>"""),
        "course-view-310.html": _moodle("Course: HIS310 Reading Archives", "<li>HIS310</li>", """<h1>Reading Archives</h1><ul class=weeks><li class=section><h3>Week 2</h3><a href=mod/resource/view-902.html>Workbook: palaeography <span class=accesshide>File</span></a></li></ul>
<aside><h5>Course contacts</h5><p><a href=user-57.html>Desmond Quill</a></p><p><a href=user-41.html>Rosalind Achterberg</a></p></aside>"""),
        "mod/resource/view-881.html": _moodle("HIS204: Handout: What is a port?", "", "<h2>Handout: What is a port?</h2><div class=resourceworkaround>Click <a href=../../pluginfile/881/handout1.rtf>handout1.rtf</a> link to view the file.</div><a href=../../course-view-204.html>HIS204</a>"),
        "mod/resource/view-882.html": _moodle("HIS204: Lecture 1 slides", "", "<h2>Lecture 1 slides</h2>Click <a href=../../pluginfile/882/L1.pptx>L1.pptx</a> link to view the file. <a href=../../course-view-204.html>HIS204</a>"),
        "mod/resource/view-890.html": _moodle("HIS204: Essay questions", "", "<h2>Essay questions</h2>Click <a href=../../pluginfile/890/essays.docx>essays.docx</a> link to view the file. <a href=../../course-view-204.html>HIS204</a>"),
        "mod/resource/view-891.html": _moodle("HIS204: Extension request", "", "<h2>Extension request</h2>Click <a href=../../pluginfile/891/extension.docx>extension.docx</a> link to view the file. <a href=../../course-view-204.html>HIS204</a>"),
        "mod/resource/view-902.html": _moodle("HIS310: Workbook", "", "<h2>Workbook: palaeography</h2>Click <a href=../../pluginfile/902/workbook.pdf>workbook.pdf</a> link to view the file. <a href=../../course-view-310.html>HIS310</a>"),
        "user-41.html": _moodle("Rosalind Achterberg: Public profile", "", f"<h2>Rosalind Achterberg</h2><p>{_HIST}</p><dl><dt>Email address</dt><dd><a href='mailto:%72%2e%61chterberg@%6d%70%75.example'>r.<!-- x -->achterberg@mpu.example</a></dd><dt>Country</dt><dd>Ireland</dd></dl>"),
        "user-57.html": _moodle("Desmond Quill: Public profile", "", "<h2>Desmond Quill</h2><dl><dt>Email address</dt><dd>d.quill&#x200b;@&#x200b;mpu.example</dd></dl>"),
    },
    {
        "pluginfile/881/handout1.rtf": Wanted(
            sheet("What is a port?", "en", ("Definitions", "A port is a place where ships load and unload. Historians have used the word for harbours, towns and privileges alike."), ("Further reading", "See the list at the end of the course guide."), above="HIS204 Ports and Empires: Handout 1"),
            "lecture-notes", ("Rosalind Achterberg",), ("r.achterberg@mpu.example",), (_HIST,)),
        "pluginfile/882/L1.pptx": Wanted(
            Spec("Ports and Empires: Lecture 1", (), kind="slides", sections=(("What we will do", "Four ports, three empires\nTwo essays"), ("Reading", "Chapter 1 of the course book"))),
            "slides", ("Rosalind Achterberg",), ("r.achterberg@mpu.example",), (_HIST,)),
        "pluginfile/890/essays.docx": Wanted(
            sheet("Essay questions", "en", ("Answer one of the following", "1. Did ports make empires or empires ports? 2. Compare two harbours of your choice. 2,000 words, due in week 9."), above="HIS204 Ports and Empires"),
            "exercise", ("Rosalind Achterberg",), ("r.achterberg@mpu.example",), (_HIST,), title="HIS204 Ports and Empires. Essay questions"),
        "pluginfile/891/extension.docx": Wanted(
            sheet("Request for an extension", "en", ("To be completed by the student", "Name: ____________ Student number: ____________ Reason: ____________ Signature: ____________"), above=_MPU),
            "other", why_not="form", affiliations=(_MPU,)),
        "pluginfile/902/workbook.pdf": Wanted(
            sheet("A palaeography workbook", "en", ("Exercise 1", "Transcribe the first ten lines of the plate. Expand all abbreviations."), ("Exercise 2", "Date the hand and give your reasons."), above="HIS310", authors=(Author("Desmond Quill"),)),
            "exercise", ("Desmond Quill",), ("d.quill@mpu.example",), (_MPU,)),
    },
)  # fmt: skip

_NTU = "Northfell Technological University"
_GRID = f"Power Grid Group, {_NTU}"

_PATTERN = MadeUpSite(
    "en-pattern", "en", "group", _NTU, "northfell.example",
    {
        "index.html": f"""<title>Power Grid Group</title><div id=menu><a href=index.html>Home</a> <a href=people.html>People</a> <a href=reports.html>Technical reports</a> <a href=theses.html>Theses</a></div>
<h1>Power Grid Group</h1><p>We are part of the School of Engineering at {_NTU}.</p><p>Secretary: Mrs Agnes Dunmore, grid-office@northfell.example</p>""",
        "people.html": """<title>People - Power Grid Group</title><div id=menu><a href=index.html>Home</a></div><h2>People</h2><p>E-mail addresses are firstname.lastname@northfell.example unless stated otherwise (without accents).</p>
<h3>Academic staff</h3><ul><li><b>Prof. Tobias Hallgarten</b>, head of group, room E2.11</li><li><b>Dr Siobhán Carrick</b>, room E2.14</li></ul>
<h3>Research students</h3><ul><li>Kofi Adjei-Mensah (kam12 [at] northfell.example)</li><li>Yuki Morishita</li></ul><h3>Former members</h3><ul><li>Pavel Hrubý, now with Voltaris Ltd</li></ul>""",
        "reports.html": """<title>Technical reports - Power Grid Group</title><div id=menu><a href=index.html>Home</a></div><table class=reports><tr><th>No.</th><th>Author(s)</th><th>Title</th><th>Download</th></tr>
<tr><td>PGG-07</td><td>Carrick, Morishita</td><td>Islanding detection with few sensors</td><td><a href=tr/pgg07.pdf>pdf</a></td></tr>
<tr><td>PGG-06</td><td>Hrubý, Hallgarten</td><td>A year of frequency data</td><td><a href=tr/pgg06.pdf>pdf</a></td></tr>
<tr><td>PGG-05</td><td>Hallgarten</td><td>Notes on load flow</td><td><a href=tr/pgg05.odt>odt</a></td></tr></table>""",
        "theses.html": """<title>Theses - Power Grid Group</title><div id=menu><a href=index.html>Home</a></div><ul><li>Kofi Adjei-Mensah, <i>Storage for weak grids</i>, PhD 2020, supervisors T. Hallgarten and S. Carrick. <a href=theses/adjei.pdf>PDF</a></li>
<li>Pavel Hrubý, <i>Measuring inertia</i>, PhD 2016, supervisor T. Hallgarten. <a href=theses/hruby.pdf>PDF</a></li></ul><p><a href=theses/guide.docx>Thesis template</a></p>""",
    },
    {
        "tr/pgg07.pdf": Wanted(
            sheet("Islanding detection with few sensors", "en", ("Summary", "We ask how few sensors are needed to notice that a part of the grid has been cut off, and find that three are often enough."), ("Method", "Phase angles are compared every second."), above="Technical Report PGG-07", authors=(Author("S. Carrick"), Author("Y. Morishita"))),
            "report", ("S. Carrick", "Y. Morishita"), ("siobhan.carrick@northfell.example", "yuki.morishita@northfell.example"), (_GRID,)),
        "tr/pgg06.pdf": Wanted(
            sheet("A year of frequency data", "en", ("Summary", "This report describes a year of measurements of the grid's frequency at two sockets."), ("Data", "One value a second was kept."), above="Technical Report PGG-06", authors=(Author("Pavel Hrubý", _GRID), Author("Tobias Hallgarten", _GRID))),
            "report", ("Pavel Hrubý", "Tobias Hallgarten"), ("tobias.hallgarten@northfell.example",), (_GRID,)),
        "tr/pgg05.odt": Wanted(
            sheet("Notes on load flow", "en", ("1 The equations", "Load flow asks for the voltages of a network in which powers are given. These notes collect the usual methods."), ("2 Newton's method", "The Jacobian is sparse."), above="Technical Report PGG-05", authors=(Author("Tobias Hallgarten"),)),
            "report", ("Tobias Hallgarten",), ("tobias.hallgarten@northfell.example",), (_GRID,)),
        "theses/adjei.pdf": Wanted(
            sheet("Storage for weak grids", "en", ("Abstract", "This thesis studies where to place batteries in weak grids and how to run them."), ("Acknowledgements", "I thank my supervisors, Tobias Hallgarten and Siobhán Carrick, and Agnes Dunmore for coffee."), above=f"A thesis submitted for the degree of Doctor of Philosophy, {_NTU}", authors=(Author("Kofi Adjei-Mensah"),)),
            "thesis", ("Kofi Adjei-Mensah",), ("kam12@northfell.example",), (_NTU,)),
        "theses/hruby.pdf": Wanted(
            sheet("Measuring inertia", "en", ("Abstract", "Inertia keeps a grid steady. This thesis measures it from the outside."), ("Chapter 1", "Rotating machines store energy."), above=f"A thesis submitted for the degree of Doctor of Philosophy, {_NTU}", authors=(Author("Pavel Hrubý"),)),
            "thesis", ("Pavel Hrubý",), (), (_NTU,)),
        "theses/guide.docx": Wanted(
            sheet("Thesis Title", "en", ("Abstract", "Write your abstract here. It must not be longer than 300 words."), ("Chapter title", "Text of the chapter goes here."), above="School of Engineering", authors=(Author("Your Name"),)),
            "other", why_not="template", title="Thesis Title"),
    },
)  # fmt: skip

_UCB = "University of Corrie Bay"
_LING = f"Centre for Language Documentation, {_UCB}"

_HUGO = MadeUpSite(
    "en-hugo", "en", "scholar", _UCB, "corriebay.example",
    {
        "index.html": f"""<head><title>Imogen Vance-Tilbury</title><script type="application/ld+json">{{"@context":"https://schema.org","@type":"Person","name":"Imogen Vance-Tilbury","affiliation":{{"@type":"CollegeOrUniversity","name":"{_UCB}"}},"jobTitle":"Senior Lecturer"}}</script></head>
<nav class=navbar><a href=index.html>Imogen Vance-Tilbury</a><a href=publication/index.html>Publications</a><a href=talk/index.html>Talks</a><a href=course/field/index.html>Courses</a></nav>
<section id=about><div class=portrait-title><h2>Imogen Vance-Tilbury</h2><h3>Senior Lecturer in Linguistics</h3><h3><span>Centre for Language Documentation</span></h3></div>
<ul class=network-icon><li><a href="&#109;&#97;&#105;&#108;&#116;&#111;&#58;imogen%2Evt%40corriebay%2Eexample" aria-label=envelope><i class="fas fa-envelope"></i></a></li><li><a href=https://scholar.example/x>scholar</a></li></ul>
<p>I work on tone in small languages.</p></section><footer>Published with Wowchemy</footer>""",
        "publication/index.html": """<title>Publications | Imogen Vance-Tilbury</title><nav><a href=../index.html>Imogen Vance-Tilbury</a></nav><div class=media><h3><a href=tone/index.html>Falling tone in Lower Ashet</a></h3><div><span>Imogen Vance-Tilbury</span>, <span>Bartholomew Okeke</span></div></div>
<div class=media><h3><a href=corpus/index.html>A corpus of children's stories</a></h3><div><span>Noor Haddad</span>, <span>Imogen Vance-Tilbury</span></div></div>""",
        "publication/tone/index.html": """<head><title>Falling tone in Lower Ashet | Imogen Vance-Tilbury</title><meta name=citation_title content="Falling tone in Lower Ashet"></head><nav><a href=../../index.html>Imogen Vance-Tilbury</a></nav><h1>Falling tone in Lower Ashet</h1>
<div class=article-metadata><span>Imogen Vance-Tilbury</span>, <span>Bartholomew Okeke</span> May 2018</div><a class=btn href=tone.pdf>PDF</a><h3>Abstract</h3><p>We describe the falling tone.</p>""",
        "publication/corpus/index.html": """<title>A corpus of children's stories | Imogen Vance-Tilbury</title><nav><a href=../../index.html>Imogen Vance-Tilbury</a></nav><h1>A corpus of children's stories</h1>
<div class=article-metadata><span>Noor Haddad</span>, <span>Imogen Vance-Tilbury</span> 2020</div><a class=btn href=corpus.docx>Preprint</a>""",
        "talk/index.html": """<title>Talks | Imogen Vance-Tilbury</title><nav><a href=../index.html>Imogen Vance-Tilbury</a></nav><div><h3>How to record a whisper</h3><span>Jun 3, 2019</span> <a href=whisper.pptx>Slides</a></div>
<div><h3>Conference programme</h3><a href=programme.pdf>Programme of the Corrie Bay meeting</a></div>""",
        "course/field/index.html": """<title>Field methods | Imogen Vance-Tilbury</title><nav><a href=../../index.html>Imogen Vance-Tilbury</a></nav><h1>LIN42 Field methods</h1><p>with Bartholomew Okeke (b.okeke AT-SIGN corriebay DOT example)</p><ul><li><a href=assignment1.pdf>Assignment 1</a></li><li><a href=consent.odt>Consent form for speakers</a></li></ul>""",
    },
    {
        "publication/tone/tone.pdf": Wanted(
            Spec("Falling tone in Lower Ashet", (Author("Imogen Vance-Tilbury", _LING), Author("Bartholomew Okeke", _LING)), abstract="Lower Ashet has three level tones and one falling tone. We describe the falling tone and its history.", keywords=("tone", "phonology"), sections=(("Introduction", "Lower Ashet is spoken by nine hundred people."),), references=("M. Yip. Tone. 2002.",)),
            "paper", ("Imogen Vance-Tilbury", "Bartholomew Okeke"), ("imogen.vt@corriebay.example", "b.okeke@corriebay.example"), (_LING,)),
        "publication/corpus/corpus.docx": Wanted(
            sheet("A corpus of children's stories", "en", ("Abstract", "We present a corpus of two hundred stories told by children of four language communities, and how it was made."), ("Introduction", "Children's stories are rarely collected. We explain why they should be."), ("References", "Berman, R. and Slobin, D. (1994). Relating events in narrative."), authors=(Author("Noor Haddad", "School of Education, Kestrel Hill University", "n.haddad@kestrel.example"), Author("Imogen Vance-Tilbury", _LING))),
            "paper", ("Noor Haddad", "Imogen Vance-Tilbury"), ("n.haddad@kestrel.example", "imogen.vt@corriebay.example"), ("School of Education, Kestrel Hill University", _LING)),
        "talk/whisper.pptx": Wanted(
            Spec("How to record a whisper", (Author("Imogen Vance-Tilbury", _UCB),), kind="slides", sections=(("Why whisper", "Tone without voice\nWhat remains"), ("Microphones", "Distance\nNoise"))),
            "slides", ("Imogen Vance-Tilbury",), ("imogen.vt@corriebay.example",), (_UCB,)),
        "talk/programme.pdf": Wanted(
            sheet("Corrie Bay Meeting on Tone: Programme", "en", ("Monday", "9:00 Registration. 9:30 Opening. 10:00 Noor Haddad: Stories. 11:00 Coffee. 11:30 Bartholomew Okeke: Pitch. 13:00 Lunch."), ("Tuesday", "9:30 Workshop. 12:00 Closing.")),
            "other", why_not="announcement"),
        "course/field/assignment1.pdf": Wanted(
            sheet("Assignment 1: a word list", "en", ("Task", "Collect one hundred words from a speaker of a language you do not know. Transcribe them. Hand in by 12 October."), ("Marking", "Transcription 60 %, comments 40 %."), above="LIN42 Field methods"),
            "exercise", ("Imogen Vance-Tilbury", "Bartholomew Okeke"), ("imogen.vt@corriebay.example", "b.okeke@corriebay.example"), (_LING,)),
        "course/field/consent.odt": Wanted(
            sheet("Consent form", "en", ("I agree", "that my voice is recorded and kept. Name of speaker: ____________ Date: ____________ Signature: ____________"), above=_UCB),
            "other", why_not="form", affiliations=(_UCB,)),
    },
)  # fmt: skip

THIRD_ENGLISH = (_EXPORT, _PATTERN, _HUGO)
