"""Spanish sites: a chair with its own staff page, a department's list, a professor with a contact page, a group with theses."""

from __future__ import annotations

from gather.unseen.sites import Author, MadeUpSite, Spec, Wanted

_UNV = "Universidad Nacional del Valle"

_CATEDRA = MadeUpSite(
    "es-catedra",
    "es",
    "course",
    _UNV,
    "unv.example",
    {
        "index.html": """<title>Física II - Facultad de Ingeniería</title>
<div id=menu><a href=index.html>Inicio</a> <a href=docentes.html>Docentes</a> <a href=practicas.html>Trabajos prácticos</a>
<a href=contacto.html>Contacto</a></div>
<h1>Física II</h1><h3>Facultad de Ingeniería, Universidad Nacional del Valle</h3>
<p>Bienvenidos a la página de la materia. El cursado comienza el 12 de marzo. Las consultas son los jueves en el box 14.</p>""",
        "docentes.html": """<title>Docentes - Física II</title><a href=index.html>Inicio</a>
<h2>Plantel docente</h2>
<ul><li><b>Profesora titular:</b> Dra. Lucía Ferreyra Maldonado</li></ul>
<p>Horario de consulta: martes de 10 a 12.</p>""",
        "practicas.html": """<title>Trabajos prácticos - Física II</title><a href=index.html>Inicio</a>
<h2>Trabajos prácticos</h2>
<p>Se entregan impresos.</p><ol>
<li><a href=tp/tp1.pdf>TP 1</a> Electrostática</li><li><a href=tp/tp2.pdf>TP 2</a> Corriente continua</li>
<li><a href=tp/apunte-gauss.pdf>Apunte sobre la ley de Gauss</a></li></ol>
<p><a href=cronograma.pdf>Cronograma 2023</a></p>""",
        "contacto.html": """<title>Contacto - Física II</title><a href=index.html>Inicio</a>
<p>Correo de la cátedra: fisica2@ing.unv.example</p>
<p>Dra. Ferreyra: lferreyra (arroba) ing.unv.example</p>""",
    },
    {
        "tp/tp1.pdf": Wanted(
            Spec(
                "Trabajo práctico 1: Electrostática",
                kind="report",
                language="es",
                above="Física II. Facultad de Ingeniería. Universidad Nacional del Valle",
                sections=(
                    ("Ejercicio", "Dos cargas puntuales iguales están separadas diez centímetros. Calcule la fuerza entre ellas y el trabajo necesario para acercarlas."),
                    ("Ejercicio", "Una varilla delgada tiene carga uniforme. Halle el campo en un punto de su eje y en uno de su mediatriz."),
                ),
            ),
            "exercise", ("Lucía Ferreyra Maldonado",), ("lferreyra@ing.unv.example",),
            ("Facultad de Ingeniería, Universidad Nacional del Valle",),
        ),
        "tp/tp2.pdf": Wanted(
            Spec(
                "Trabajo práctico 2: Corriente continua",
                kind="report",
                language="es",
                above="Física II. Facultad de Ingeniería. Universidad Nacional del Valle",
                sections=(
                    ("Ejercicio", "Calcule la corriente en cada rama del circuito de la figura. Verifique la ley de nodos."),
                    ("Ejercicio", "Determine la potencia que disipa cada resistencia y compare con la que entrega la fuente."),
                ),
            ),
            "exercise", ("Lucía Ferreyra Maldonado",), ("lferreyra@ing.unv.example",),
            ("Facultad de Ingeniería, Universidad Nacional del Valle",),
        ),
        "tp/apunte-gauss.pdf": Wanted(
            Spec(
                "La ley de Gauss y sus aplicaciones",
                (Author("Lucía Ferreyra"),),
                kind="report",
                language="es",
                above="Física II. Apuntes de clase",
                sections=(
                    ("Introducción", "Estas notas acompañan las clases teóricas de la materia. El flujo del campo eléctrico a través de una superficie cerrada es proporcional a la carga encerrada."),
                    ("Simetría", "Cuando la distribución de carga tiene simetría esférica, cilíndrica o plana, el campo se obtiene sin integrar. Veremos los tres casos con ejemplos resueltos."),
                ),
            ),
            "lecture-notes", ("Lucía Ferreyra",), ("lferreyra@ing.unv.example",),
            ("Facultad de Ingeniería, Universidad Nacional del Valle",),
        ),
        "cronograma.pdf": Wanted(
            Spec(
                "Cronograma de clases 2023",
                kind="report",
                language="es",
                above="Física II",
                sections=(("Primer cuatrimestre", "12 de marzo: presentación. 19 de marzo: carga eléctrica. 26 de marzo: campo. 2 de abril: feriado. 9 de abril: ley de Gauss."),),
            ),
            "other", why_not="timetable",
        ),
    },
)  # fmt: skip

_DEPARTAMENTO = MadeUpSite(
    "es-departamento",
    "es",
    "department",
    "Universidad de Montesol",
    "umontesol.example",
    {
        "index.html": """<title>Departamento de Geología | Universidad de Montesol</title>
<nav><a href=personal.html>Personal</a><a href=informes.html>Informes técnicos</a><a href=secretaria.html>Secretaría</a></nav>
<h1>Departamento de Geología</h1><p>Universidad de Montesol</p>""",
        "personal.html": """<title>Personal | Departamento de Geología</title><a href=index.html>Inicio</a>
<table><tr><th>Nombre<th>Cargo<th>Correo<th>Despacho
<tr><td>Arrieta Solís, Begoña<td>Catedrática<td>barrieta@umontesol.example<td>2.14
<tr><td>Calderón Vega, Ignacio<td>Profesor titular<td>icalderon@umontesol.example<td>2.15
<tr><td>Calderón Prieto, Marta<td>Profesora ayudante doctora<td>mcalderon@umontesol.example<td>2.16
<tr><td>Zabaleta Ruiz, Iñaki<td>Investigador predoctoral<td>izabaleta@umontesol.example<td>1.02
<tr><td>Secretaría<td><td>geologia@umontesol.example<td>0.01</table>""",
        "informes.html": """<title>Informes técnicos</title><a href=index.html>Inicio</a><h2>Informes técnicos</h2>
<ul><li>B. Arrieta e I. Zabaleta: Sedimentos del delta del Jara. <a href=informes/it-2019-1.pdf>PDF</a>
<li>I. Calderón: Fallas activas en la sierra de Montesol. <a href=informes/it-2019-2.pdf>PDF</a>
<li>H. Lindqvist: Glacial striae of the northern range. <a href=informes/lindqvist.pdf>PDF</a> (lectura recomendada)</ul>""",
        "secretaria.html": """<title>Secretaría</title><a href=index.html>Inicio</a>
<p>Impresos: <a href=impresos/solicitud-laboratorio.pdf>Solicitud de uso de laboratorio</a></p>
<p>Horario de atención: 9 a 14. geologia@umontesol.example</p>""",
    },
    {
        "informes/it-2019-1.pdf": Wanted(
            Spec(
                "Sedimentos del delta del Jara",
                (Author("Begoña Arrieta", "Departamento de Geología, Universidad de Montesol"), Author("Iñaki Zabaleta", "Departamento de Geología, Universidad de Montesol")),
                kind="report",
                language="es",
                above="Informe técnico IT-2019-1",
                abstract="Se describen los sedimentos recientes del delta y se estima la tasa de aporte en los últimos cien años.",
                sections=(("Introducción", "El delta del Jara ha avanzado dos kilómetros desde 1900. En este informe se presentan los resultados de tres campañas de sondeos."),),
            ),
            "report", ("Begoña Arrieta", "Iñaki Zabaleta"), ("barrieta@umontesol.example", "izabaleta@umontesol.example"),
            ("Departamento de Geología, Universidad de Montesol",),
        ),
        "informes/it-2019-2.pdf": Wanted(
            Spec(
                "Fallas activas en la sierra de Montesol",
                (Author("I. Calderón"),),
                kind="report",
                language="es",
                above="Informe técnico IT-2019-2. Departamento de Geología, Universidad de Montesol",
                abstract="Se cartografían cuatro fallas con actividad en el Holoceno.",
                sections=(("Introducción", "La sierra de Montesol se ha considerado estable. Las trincheras abiertas en 2018 muestran lo contrario."),),
            ),
            "report", ("I. Calderón",), ("icalderon@umontesol.example",),
            ("Departamento de Geología, Universidad de Montesol",),
        ),
        "informes/lindqvist.pdf": Wanted(
            Spec(
                "Glacial striae of the northern range",
                (Author("Hanna Lindqvist", "Institute of Quaternary Studies, Norrfjord University", "hanna.lindqvist@norrfjord.example"),),
                language="en",
                abstract="We map glacial striae on two hundred outcrops and infer the direction of ice flow during the last maximum.",
                keywords=("glaciation", "striae"),
                sections=(("Introduction", "The northern range was covered by ice until eleven thousand years ago. Striae record the direction of flow."),),
                references=("A. Berg. Ice and stone. Journal of Ice, 3, 1999.",),
            ),
            "paper", ("Hanna Lindqvist",), ("hanna.lindqvist@norrfjord.example",),
            ("Institute of Quaternary Studies, Norrfjord University",), why_not="external authors",
        ),
        "impresos/solicitud-laboratorio.pdf": Wanted(
            Spec(
                "Solicitud de uso de laboratorio",
                kind="report",
                language="es",
                sections=(("Datos del solicitante", "Nombre y apellidos: ____________ DNI: ____________ Firma: ____________ Fecha: ____________"),),
            ),
            "other", why_not="form",
        ),
    },
)  # fmt: skip

_PROFESOR = MadeUpSite(
    "es-profesor",
    "es",
    "scholar",
    "Universidad Politécnica de Altamar",
    "upam.example",
    {
        "index.html": """<title>Tomás Echeverría Lobo - Página personal</title>
<h1>Tomás Echeverría Lobo</h1><p>Profesor asociado<br>Escuela de Caminos<br>Universidad Politécnica de Altamar</p>
<a href=docencia/>Docencia</a> · <a href=investigacion.html>Investigación</a> · <a href=sobre.html>Sobre mí</a>""",
        "sobre.html": """<title>Sobre mí</title><a href=index.html>volver</a><p>Ingeniero de caminos desde 1998.</p><a href=escribeme.html>Escríbeme</a>""",
        "escribeme.html": """<title>Escríbeme</title><p>Puedes escribirme a:
<script>var a='techeverria'; var b='caminos.upam'; document.write('<a href="mailto:'+a+'@'+b+'.example">'+a+'@'+b+'.example</a>');</script></p>""",
        "docencia/index.html": """<title>Docencia</title><a href=../index.html>Inicio</a><h2>Asignaturas</h2>
<a href=hormigon.html>Hormigón estructural</a> <a href=puentes.html>Puentes</a>""",
        "docencia/hormigon.html": """<title>Hormigón estructural</title><a href=index.html>Docencia</a><h2>Hormigón estructural</h2>
<p>Material: <a href=h-tema1.pdf>Tema 1 (transparencias)</a>, <a href=h-examen.pdf>Examen de enero</a></p>""",
        "docencia/puentes.html": """<title>Puentes</title><a href=index.html>Docencia</a><h2>Puentes</h2>
<p>Apuntes: <a href=p-apuntes.pdf>Puentes de vigas</a></p>""",
        "investigacion.html": """<title>Investigación</title><a href=index.html>Inicio</a>
<p>Echeverría, T. y Nakamura, K. (2015) <a href=pub/cables.pdf>Fatiga de cables</a></p>
<p><a href=pub/cv.pdf>Currículum</a></p>""",
    },
    {
        "docencia/h-tema1.pdf": Wanted(
            Spec(
                "Tema 1: Materiales",
                kind="slides",
                language="es",
                above="Hormigón estructural",
                sections=(("El hormigón", "Resistencia a compresión\nFluencia y retracción\nDurabilidad"), ("El acero", "Barras corrugadas\nAdherencia")),
            ),
            "slides", ("Tomás Echeverría Lobo",), ("techeverria@caminos.upam.example",),
            ("Escuela de Caminos, Universidad Politécnica de Altamar",),
        ),
        "docencia/h-examen.pdf": Wanted(
            Spec(
                "Examen de enero de 2017",
                kind="report",
                language="es",
                above="Hormigón estructural. Universidad Politécnica de Altamar",
                sections=(("Pregunta", "Dimensione la armadura de una viga biapoyada de seis metros con carga uniforme."), ("Pregunta", "Compruebe el estado límite de fisuración de la sección anterior.")),
            ),
            "exercise", ("Tomás Echeverría Lobo",), ("techeverria@caminos.upam.example",),
            ("Universidad Politécnica de Altamar",),
        ),
        "docencia/p-apuntes.pdf": Wanted(
            Spec(
                "Puentes de vigas",
                (Author("T. Echeverría"),),
                kind="report",
                language="es",
                sections=(("Tipología", "Los puentes de vigas son los más frecuentes en carretera. En estos apuntes se estudia su comportamiento bajo cargas de tráfico."), ("Reparto transversal", "Se presentan los métodos clásicos de reparto y un ejemplo numérico completo.")),
            ),
            "lecture-notes", ("T. Echeverría",), ("techeverria@caminos.upam.example",),
            ("Escuela de Caminos, Universidad Politécnica de Altamar",),
        ),
        "pub/cables.pdf": Wanted(
            Spec(
                "Fatigue of stay cables under wind",
                (Author("Tomás Echeverría", "Escuela de Caminos, Universidad Politécnica de Altamar"), Author("Kenji Nakamura", "Kitahama Institute of Technology", "nakamura@kitahama.example")),
                language="en",
                abstract="Stay cables vibrate under wind and rain. We measure the fatigue life of forty cables.",
                keywords=("cables", "fatigue"),
                sections=(("Introduction", "Cable-stayed bridges have become common. Vibrations of their cables were first reported in the eighties."),),
                references=("B. Ode. Wind and rain. Bridge Review, 7, 2001.",),
            ),
            "paper", ("Tomás Echeverría", "Kenji Nakamura"), ("techeverria@caminos.upam.example", "nakamura@kitahama.example"),
            ("Escuela de Caminos, Universidad Politécnica de Altamar", "Kitahama Institute of Technology"),
        ),
        "pub/cv.pdf": Wanted(
            Spec(
                "Currículum vítae",
                (Author("Tomás Echeverría Lobo"),),
                kind="report",
                language="es",
                sections=(("Formación académica", "Doctor ingeniero de caminos, 2004. Ingeniero de caminos, 1998."), ("Experiencia profesional", "Profesor asociado desde 2006. Ingeniero de proyectos, 1998-2005."), ("Idiomas", "Inglés, francés.")),
            ),
            "cv", ("Tomás Echeverría Lobo",), ("techeverria@caminos.upam.example",),
            ("Universidad Politécnica de Altamar",), why_not="cv", title="Tomás Echeverría Lobo. Curriculum vitae",
        ),
    },
)  # fmt: skip

_GRUPO = MadeUpSite(
    "es-grupo",
    "es",
    "group",
    "Universidad de la Sabana",
    "usabana.example",
    {
        "index.html": """<title>Grupo de Ecología de Humedales</title><h1>Grupo de Ecología de Humedales</h1>
<p>Instituto de Biología, Universidad de la Sabana</p>
<a href=integrantes.html>Integrantes</a> <a href=tesis.html>Tesis</a> <p>Webmaster: web@usabana.example</p>""",
        "integrantes.html": """<title>Integrantes</title><a href=index.html>Inicio</a>
<h3>Directora</h3><p>Dra. Rocío Benavides Cano<br>rbenavides[at]bio[dot]usabana[dot]example</p>
<h3>Doctorandos</h3><p>Mauricio Tello Arango<br>mtello[at]bio[dot]usabana[dot]example</p>
<p>Paola Gaitán<br>pgaitan[at]bio[dot]usabana[dot]example</p>""",
        "tesis.html": """<title>Tesis</title><a href=index.html>Inicio</a><ul>
<li>Mauricio Tello (2020). <a href=tesis/tello.pdf>Macrófitas de la ciénaga</a>. Directora: R. Benavides
<li>Paola Gaitán (2021). <a href=tesis/poster-gaitan.pdf>Aves acuáticas (póster)</a></ul>""",
    },
    {
        "tesis/tello.pdf": Wanted(
            Spec(
                "Macrófitas de la ciénaga de San Lucas",
                (Author("Mauricio Tello Arango"),),
                kind="report",
                language="es",
                above="Universidad de la Sabana. Instituto de Biología. Tesis doctoral",
                sections=(("Directora", "Dra. Rocío Benavides Cano"), ("Resumen", "Esta tesis estudia la distribución de las macrófitas en una ciénaga tropical durante tres años de muestreo mensual."), ("Introducción", "Las ciénagas del Caribe están entre los humedales más productivos y menos conocidos.")),
            ),
            "thesis", ("Mauricio Tello Arango",), ("mtello@bio.usabana.example",),
            ("Instituto de Biología, Universidad de la Sabana",),
        ),
        "tesis/poster-gaitan.pdf": Wanted(
            Spec(
                "Aves acuáticas en paisajes ganaderos",
                (Author("Paola Gaitán"), Author("Rocío Benavides")),
                kind="report",
                language="es",
                above="Instituto de Biología, Universidad de la Sabana",
                sections=(("Introducción", "La ganadería transforma los humedales. Contamos aves en cuarenta lagunas."), ("Resultados", "La riqueza de especies disminuye con la carga ganadera.")),
            ),
            "paper", ("Paola Gaitán", "Rocío Benavides"), ("pgaitan@bio.usabana.example", "rbenavides@bio.usabana.example"),
            ("Instituto de Biología, Universidad de la Sabana",),
        ),
    },
)  # fmt: skip

SPANISH = (_CATEDRA, _DEPARTAMENTO, _PROFESOR, _GRUPO)
