"""English sites: a course with a staff page, a laboratory with cards of people, a school's reports with namesakes."""

from __future__ import annotations

from gather.unseen.sites import Author, MadeUpSite, Spec, Wanted

_COURSE = MadeUpSite(
    "en-course",
    "en",
    "course",
    "Ashford University",
    "ashford.example",
    {
        "index.html": """<title>CS 214: Operating Systems, Spring 2021</title>
<h1>CS 214: Operating Systems</h1><ul><li><a href=syllabus.pdf>Syllabus</a><li><a href=psets.html>Problem sets</a><li><a href=lectures.html>Lectures</a>
<li><a href=staff.html>Course staff</a></ul><p>School of Computing, Ashford University</p>""",
        "staff.html": """<title>Course staff</title><a href=index.html>CS 214</a>
<h2>Instructor</h2><div class=card><h4>Miriam Oduya</h4><p>Office: Turing 312</p><p>moduya at cs dot ashford dot example</p></div>
<h2>Teaching assistants</h2><div class=card><h4>Dev Raghunathan</h4><p>dev.r at cs dot ashford dot example</p></div>
<p>For questions about grading write to cs214-staff@cs.ashford.example</p>""",
        "psets.html": """<title>Problem sets</title><a href=index.html>CS 214</a><ol><li><a href=ps/ps1.pdf>Problem Set 1</a><li><a href=ps/ps2.pdf>Problem Set 2</a></ol>""",
        "lectures.html": """<title>Lectures</title><a href=index.html>CS 214</a><table><tr><td>1<td><a href=lec/01.pdf>Processes</a><tr><td>2<td><a href=lec/02.pdf>Threads</a></table>
<p>Reading: <a href=reading/volkov.pdf>Volkov and Bright on lottery schedulers</a></p>""",
    },
    {
        "syllabus.pdf": Wanted(
            Spec(
                "Syllabus",
                kind="report",
                above="CS 214: Operating Systems",
                sections=(("Grading", "Problem sets count for half, the final examination for the other half. Late work loses ten percent a day."), ("Schedule", "Week 1: processes. Week 2: threads. Week 3: scheduling.")),
            ),
            "other", why_not="syllabus",
        ),
        "ps/ps1.pdf": Wanted(
            Spec(
                "Problem Set 1",
                kind="report",
                above="CS 214: Operating Systems. Spring 2021",
                sections=(("Problem", "Explain what happens when a process calls fork in a loop. How many processes are there after three rounds?"), ("Problem", "Write a program that reaps all of its children, in whatever order they end.")),
            ),
            "exercise", ("Miriam Oduya",), ("moduya@cs.ashford.example",), ("School of Computing, Ashford University",),
        ),
        "ps/ps2.pdf": Wanted(
            Spec(
                "Problem Set 2",
                kind="report",
                above="CS 214: Operating Systems. Spring 2021",
                sections=(("Problem", "Two threads share a counter without a lock. Give an interleaving that loses an update."), ("Problem", "Show that a monitor can be built from semaphores.")),
            ),
            "exercise", ("Miriam Oduya",), ("moduya@cs.ashford.example",), ("School of Computing, Ashford University",),
        ),
        "lec/01.pdf": Wanted(
            Spec(
                "Processes",
                (Author("Miriam Oduya", "Ashford University"),),
                kind="slides",
                above="CS 214: Operating Systems",
                sections=(("What is a process?", "A program in execution\nAn address space\nOne or more threads"), ("Life of a process", "fork\nexec\nwait\nexit")),
            ),
            "slides", ("Miriam Oduya",), ("moduya@cs.ashford.example",), ("Ashford University",),
        ),
        "lec/02.pdf": Wanted(
            Spec(
                "Threads",
                kind="slides",
                above="CS 214: Operating Systems",
                sections=(("Why threads?", "They share memory\nThey are cheap to make"), ("Trouble", "Races\nDeadlocks")),
            ),
            "slides", ("Miriam Oduya",), ("moduya@cs.ashford.example",), ("School of Computing, Ashford University",),
        ),
        "reading/volkov.pdf": Wanted(
            Spec(
                "Lottery schedulers reconsidered",
                (Author("Anton Volkov", "Brightwater College", "volkov@brightwater.example"), Author("Sue Bright", "Brightwater College", "bright@brightwater.example")),
                abstract="Lottery scheduling gives each process a share of the processor by chance. We measure how fair it is.",
                keywords=("scheduling", "fairness"),
                sections=(("Introduction", "Schedulers decide which process runs next. Lottery schedulers leave it to chance, in proportion to tickets."),),
                references=("C. Wald. Lotteries. Systems Letters, 2, 1994.",),
            ),
            "paper", ("Anton Volkov", "Sue Bright"), ("volkov@brightwater.example", "bright@brightwater.example"), ("Brightwater College",), why_not="external authors",
        ),
    },
)  # fmt: skip

_LAB = MadeUpSite(
    "en-lab",
    "en",
    "group",
    "University of Northmere",
    "northmere.example",
    {
        "index.html": """<title>Coastal Dynamics Lab</title><header><a href=/people/>People</a> <a href=/papers/>Papers</a></header>
<h1>Coastal Dynamics Lab</h1><p>We study beaches. Department of Earth Sciences, University of Northmere.</p>
<footer>Site by Pixel Forge Ltd, hello@pixelforge.example</footer>""",
        "people/index.html": """<title>People - Coastal Dynamics Lab</title><a href=/>Home</a>
<section><h3>Ingrid Halloran</h3><span>Professor, head of the lab</span> <a href="mailto:i.halloran@northmere.example">email</a></section>
<section><h3>Babak Moradi</h3><span>Postdoctoral researcher</span> <a href="mailto:b.moradi@northmere.example">email</a></section>
<section><h3>Chiara Dell'Orto</h3><span>PhD student</span> <a href="mailto:c.dellorto@northmere.example">email</a></section>
<footer>Site by Pixel Forge Ltd, hello@pixelforge.example</footer>""",
        "papers/index.html": """<title>Papers - Coastal Dynamics Lab</title><a href=/>Home</a>
<p>2022. B. Moradi, I. Halloran. Cusps on gravel beaches. <a href=cusps.pdf>pdf</a></p>
<p>2021. C. Dell'Orto, G. Pastore, I. Halloran. Runup at night. <a href=runup.pdf>pdf</a></p>
<p><a href=poster-template.pdf>Poster template of the lab</a></p>
<footer>Site by Pixel Forge Ltd, hello@pixelforge.example</footer>""",
    },
    {
        "papers/cusps.pdf": Wanted(
            Spec(
                "Cusps on gravel beaches",
                (Author("B. Moradi"), Author("I. Halloran", "Department of Earth Sciences, University of Northmere")),
                abstract="Beach cusps are regular features of gravel beaches. We follow their growth with a camera for one year.",
                keywords=("beach cusps",),
                sections=(("Introduction", "Cusps form within hours of a storm. Their spacing scales with the swash."),),
                references=("D. Sand. On cusps. Coasts, 11, 2003.",),
            ),
            "paper", ("B. Moradi", "I. Halloran"), ("b.moradi@northmere.example", "i.halloran@northmere.example"), ("Department of Earth Sciences, University of Northmere",),
        ),
        "papers/runup.pdf": Wanted(
            Spec(
                "Runup at night",
                (Author("Chiara Dell'Orto", "University of Northmere"), Author("Gino Pastore", "Istituto del Mare di Portorosso", "g.pastore@portorosso.example"), Author("Ingrid Halloran", "University of Northmere")),
                abstract="Wave runup is rarely measured at night. We use thermal cameras to do so.",
                keywords=("runup", "thermal imaging"),
                sections=(("Introduction", "Most storms that matter come at night, and most cameras do not see them."),),
                references=("E. Lamp. Night on the beach. Coasts, 14, 2006.",),
            ),
            "paper", ("Chiara Dell'Orto", "Gino Pastore", "Ingrid Halloran"), ("c.dellorto@northmere.example", "g.pastore@portorosso.example", "i.halloran@northmere.example"),
            ("University of Northmere", "Istituto del Mare di Portorosso"),
        ),
        "papers/poster-template.pdf": Wanted(
            Spec(
                "Title of your poster goes here",
                kind="report",
                above="Coastal Dynamics Lab",
                sections=(("Introduction", "Write your introduction here. Replace this text with your own."), ("Results", "Place your figures here.")),
            ),
            "other", why_not="template",
        ),
    },
)  # fmt: skip

_SCHOOL = MadeUpSite(
    "en-school",
    "en",
    "department",
    "Kelmarsh University",
    "kelmarsh.example",
    {
        "index.html": """<title>School of Mathematics, Kelmarsh University</title><h1>School of Mathematics</h1><p>Kelmarsh University</p>
<a href=staff.html>Staff</a> | <a href=reports.html>Technical reports</a> | <a href=teach/ma101.html>MA101</a> | <a href=teach/ma205.html>MA205</a>""",
        "staff.html": """<title>Staff</title><a href=index.html>Home</a><h2>Academic staff</h2><dl>
<dt>Prof. Alan Whitcombe <dd>Tel. 4411, <script>document.write("awhitcombe" + "&#64;" + "maths.kelmarsh.example")</script><noscript>awhitcombe [at] maths.kelmarsh.example</noscript>
<dt>Dr Joan Whitcombe <dd>Tel. 4412, jwhitcombe [at] maths.kelmarsh.example
<dt>Dr Oluwaseun Adeyemi <dd>Tel. 4413, oadeyemi [at] maths.kelmarsh.example</dl>
<p>Enquiries: maths-office@kelmarsh.example</p>""",
        "reports.html": """<title>Technical reports</title><a href=index.html>Home</a><ul>
<li>TR 12: <a href=tr/tr12.pdf>Sums of two cubes in short intervals</a> (A. Whitcombe)
<li>TR 13: <a href=tr/tr13.pdf>Knots with few crossings and their colours</a> (J. Whitcombe, O. Adeyemi)</ul>""",
        "teach/ma101.html": """<title>MA101 Calculus</title><a href=../index.html>School</a><h2>MA101 Calculus</h2><p>Lecturer: Dr Oluwaseun Adeyemi</p>
<p><a href=ma101/sheet1.pdf>Sheet 1</a> <a href=ma101/notes.pdf>Notes</a></p>""",
        "teach/ma205.html": """<title>MA205 Topology</title><a href=../index.html>School</a><h2>MA205 Topology</h2><p>Taught by Joan Whitcombe</p>
<p><a href=ma205/sheet1.pdf>Sheet 1</a></p>""",
    },
    {
        "tr/tr12.pdf": Wanted(
            Spec(
                "Sums of two cubes in short intervals",
                (Author("Alan Whitcombe", "School of Mathematics, Kelmarsh University"),),
                kind="report",
                above="Technical Report 12",
                abstract="We count sums of two cubes in intervals that are shorter than was known before.",
                sections=(("Introduction", "Let n be a natural number. How many sums of two cubes lie between n and its successor in a sparse sequence?"),),
            ),
            "report", ("Alan Whitcombe",), ("awhitcombe@maths.kelmarsh.example",), ("School of Mathematics, Kelmarsh University",),
        ),
        "tr/tr13.pdf": Wanted(
            Spec(
                "Knots with few crossings and their colours",
                (Author("J. Whitcombe"), Author("O. Adeyemi")),
                kind="report",
                above="Technical Report 13. School of Mathematics, Kelmarsh University",
                abstract="A knot can be coloured in three ways or not at all. We list all knots up to nine crossings.",
                sections=(("Introduction", "Colourings of knots were introduced by Fox. They are the simplest invariant that tells the trefoil from the circle."),),
            ),
            "report", ("J. Whitcombe", "O. Adeyemi"), ("jwhitcombe@maths.kelmarsh.example", "oadeyemi@maths.kelmarsh.example"), ("School of Mathematics, Kelmarsh University",),
        ),
        "teach/ma101/sheet1.pdf": Wanted(
            Spec(
                "MA101 Calculus: Sheet 1",
                kind="report",
                sections=(("Question", "Differentiate the following functions. State the rules that you use."), ("Question", "Find the tangent to the parabola at its third integer point.")),
            ),
            "exercise", ("Oluwaseun Adeyemi",), ("oadeyemi@maths.kelmarsh.example",), ("School of Mathematics, Kelmarsh University",),
        ),
        "teach/ma101/notes.pdf": Wanted(
            Spec(
                "MA101 Calculus: lecture notes",
                (Author("Oluwaseun Adeyemi"),),
                kind="report",
                sections=(("Limits", "In this chapter we say what it means that a sequence has a limit, and give examples of sequences that have none."), ("Derivatives", "The derivative is a limit of quotients. We compute it for the functions that everybody knows.")),
            ),
            "lecture-notes", ("Oluwaseun Adeyemi",), ("oadeyemi@maths.kelmarsh.example",), ("School of Mathematics, Kelmarsh University",),
        ),
        "teach/ma205/sheet1.pdf": Wanted(
            Spec(
                "MA205 Topology: Sheet 1",
                kind="report",
                sections=(("Question", "Show that a finite union of closed sets is closed. Is that so for infinite unions?"), ("Question", "List all topologies on a set of three points.")),
            ),
            "exercise", ("Joan Whitcombe",), ("jwhitcombe@maths.kelmarsh.example",), ("School of Mathematics, Kelmarsh University",),
        ),
    },
)  # fmt: skip

ENGLISH = (_COURSE, _LAB, _SCHOOL)
