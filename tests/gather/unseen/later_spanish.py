"""Spanish sites of a second round: a course in a learning platform, a page of frames in Latin-1, a list of theses, open courseware."""

from __future__ import annotations

from gather.unseen.sites import Author, MadeUpSite, Spec, Wanted, sheet

_UCO = "Universidad de la Cordillera Oriental"
_FCE = f"Facultad de Ciencias Exactas, {_UCO}"

_AULA = MadeUpSite(
    "es-aula", "es", "course", _UCO, "ucor.example",
    {
        "index.html": """<title>Campus virtual: Mis cursos</title><header><a href=index.html>Campus virtual UCO</a>
<span>Usted no se ha identificado. (<a href=login/index.html>Acceder</a>)</span></header>
<h2>Cursos disponibles</h2><div class=coursebox><h3><a href=course/view3.html>Cálculo Diferencial - Comisión B</a></h3>
<ul class=teachers><li>Profesor: <a href=user/view17.html>Gastón Oyarzábal</a></li><li>Ayudante: <a href=user/view21.html>Milagros Quispe</a></li></ul></div>
<div class=coursebox><h3><a href=course/view4.html>Química Orgánica I</a></h3>
<ul class=teachers><li>Profesor: <a href=user/view30.html>Delfina Urrutia Sáenz</a></li></ul></div>
<footer>Soporte técnico: soporte.campus@ucor.example</footer>""",
        "login/index.html": "<title>Acceso</title><p>Nombre de usuario / Contraseña. ¿Olvidó su contraseña? admin@ucor.example</p>",
        "course/view3.html": """<title>Curso: Cálculo Diferencial - Comisión B</title><a href=../index.html>Página principal</a> / <a href=view3.html>CD-B</a>
<h1>Cálculo Diferencial - Comisión B</h1><ul class=topics>
<li><h3>General</h3><p>Avisos</p> <a href=../pluginfile/88/programa.pdf>Programa de la asignatura</a></li>
<li><h3>Tema 1: Límites</h3><a href=../pluginfile/90/Guia1.pdf>Guía de problemas 1 Archivo PDF</a><br><a href=../pluginfile/91/clase1.pdf>Presentación de la clase 1</a></li>
<li><h3>Tema 2: Derivadas</h3><a href=../pluginfile/95/Guia2.pdf>Guía de problemas 2 Archivo PDF</a></li></ul>
<div class=block><h4>Participantes</h4><a href=../user/index3.html>Participantes</a></div>""",
        "course/view4.html": """<title>Curso: Química Orgánica I</title><a href=../index.html>Página principal</a>
<h1>Química Orgánica I</h1><ul class=topics><li><h3>Unidad 1</h3><a href=../pluginfile/120/seminario1.pdf>Seminario 1: nomenclatura</a></li></ul>
<a href=../user/index4.html>Participantes</a>""",
        "user/index3.html": """<title>Participantes: CD-B</title><table><tr><th>Nombre / Apellido(s)</th><th>Roles</th></tr>
<tr><td><a href=view17.html>Gastón Oyarzábal</a></td><td>Profesor</td></tr><tr><td><a href=view21.html>Milagros Quispe</a></td><td>Ayudante</td></tr></table>""",
        "user/index4.html": """<title>Participantes: QO-I</title><table><tr><th>Nombre / Apellido(s)</th><th>Roles</th></tr>
<tr><td><a href=view30.html>Delfina Urrutia Sáenz</a></td><td>Profesor</td></tr></table>""",
        "user/view17.html": """<title>Gastón Oyarzábal: Perfil público</title><h1>Gastón Oyarzábal</h1><dl><dt>Dirección de correo</dt><dd>goyarzabal@exactas.ucor.example</dd>
<dt>País</dt><dd>Argentina</dd><dt>Departamento</dt><dd>Matemática</dd></dl>""",
        "user/view21.html": """<title>Milagros Quispe: Perfil público</title><h1>Milagros Quispe</h1><dl><dt>Dirección de correo</dt><dd>mquispe@exactas.ucor.example</dd></dl>""",
        "user/view30.html": """<title>Delfina Urrutia Sáenz: Perfil público</title><h1>Delfina Urrutia Sáenz</h1><dl><dt>Dirección de correo</dt><dd>d.urrutia@exactas.ucor.example</dd></dl>""",
    },
    {
        "pluginfile/88/programa.pdf": Wanted(
            sheet("Programa de Cálculo Diferencial", "es", ("Contenidos mínimos", "Números reales. Límites. Continuidad. Derivadas. Aplicaciones."), ("Régimen de aprobación", "Dos parciales y un examen final. Asistencia obligatoria al 75 % de las clases prácticas."), above=_FCE),
            "other", why_not="syllabus", affiliations=(_FCE,)),
        "pluginfile/90/Guia1.pdf": Wanted(
            sheet("Guía de problemas 1: Límites", "es", ("1", "Calcule los siguientes límites, si existen. Justifique cada paso."), ("2", "Demuestre por definición que el límite de 3x+1 cuando x tiende a 2 es 7."), above="Cálculo Diferencial. Comisión B"),
            "exercise", ("Gastón Oyarzábal",), ("goyarzabal@exactas.ucor.example",), (_UCO,)),
        "pluginfile/91/clase1.pdf": Wanted(
            Spec("Límites de funciones", (Author("Gastón Oyarzábal"),), kind="slides", language="es", above="Cálculo Diferencial", sections=(("Idea intuitiva", "Acercarse sin llegar\nLímites laterales"), ("Definición", "Épsilon y delta\nEjemplos"))),
            "slides", ("Gastón Oyarzábal",), ("goyarzabal@exactas.ucor.example",), (_UCO,)),
        "pluginfile/95/Guia2.pdf": Wanted(
            sheet("Guía de problemas 2: Derivadas", "es", ("1", "Halle la derivada de cada función usando la definición."), ("2", "Encuentre la recta tangente a la gráfica en el punto indicado."), above="Cálculo Diferencial. Comisión B"),
            "exercise", ("Gastón Oyarzábal",), ("goyarzabal@exactas.ucor.example",), (_UCO,)),
        "pluginfile/120/seminario1.pdf": Wanted(
            sheet("Seminario 1: Nomenclatura", "es", ("Ejercicio 1", "Nombre los siguientes alcanos según las reglas de la IUPAC."), ("Ejercicio 2", "Dibuje la estructura de los compuestos que se indican."), above=f"Química Orgánica I. {_UCO}"),
            "exercise", ("Delfina Urrutia Sáenz",), ("d.urrutia@exactas.ucor.example",), (_UCO,)),
    },
)  # fmt: skip

_UPS = "Universidad Pedagógica del Sur"


def _latin(text: str) -> bytes:
    head = "<html><head><meta http-equiv=Content-Type content='text/html; charset=iso-8859-1'><meta name=GENERATOR content='Microsoft FrontPage 4.0'>"
    return (head + text + "</html>").encode("iso-8859-1")


_MARCOS = MadeUpSite(
    "es-marcos", "es", "scholar", _UPS, "ups.example",
    {
        "index.html": _latin("""<title>Nueva página 1</title></head><frameset cols="150,*"><frame name=indice src=indice.htm><frame name=principal src=principal.htm>
<noframes><body>Esta página usa marcos</body></noframes></frameset>"""),
        "indice.htm": _latin("""</head><body bgcolor=#CCCCFF><p><a target=principal href=principal.htm>Inicio</a></p><p><a target=principal href=publica.htm>Publicaciones</a></p>
<p><a target=principal href=cursos.htm>Cursos</a></p><p><a target=principal href=enlaces.htm>Enlaces</a></p></body>"""),
        "principal.htm": _latin("""<title>P&aacute;gina de Germ&aacute;n Sald&iacute;var</title></head><body><table width=100%><tr><td><img src=foto.jpg></td>
<td><font size=5><b>Germán Saldívar Montoya</b></font><br><font size=2>Profesor Titular "C"<br>Instituto de Matemáticas<br>Universidad Pedagógica del Sur<br>
Apartado Postal 402<br>Tel. 55 5622 0000<br>correo-e: gsaldivar ARROBA matem PUNTO ups PUNTO example</font></td></tr></table>
<p>Última modificación: 3 de mayo de 2002</p></body>"""),
        "publica.htm": _latin("""<title>Publicaciones</title></head><body><h2>Publicaciones</h2><table border=1><tr><td>Año</td><td>Título</td><td>Coautores</td><td>Archivo</td></tr>
<tr><td>1999</td><td>Gráficas de intersección de arcos</td><td>F. Zubizarreta</td><td><a href=pub/arcos.pdf>pdf</a></td></tr>
<tr><td>2001</td><td>On the chromatic index of circulant graphs</td><td></td><td><a href=pub/circulant.pdf>pdf</a></td></tr></table></body>"""),
        "cursos.htm": _latin("""<title>Cursos</title></head><body><h2>Cursos</h2><p>Teoría de las Gráficas I: <a href=cur/tg1-tarea3.pdf>Tarea 3</a>, <a href=cur/tg1-notas.pdf>Notas</a></p>
<p>Reglamento: <a href=cur/reglamento.pdf>Reglamento de exámenes</a></p></body>"""),
        "enlaces.htm": _latin("""<title>Enlaces</title></head><body><ul><li><a href=http://www.otra.example/>Sociedad Matemática</a></li></ul></body>"""),
    },
    {
        "pub/arcos.pdf": Wanted(
            Spec("Gráficas de intersección de arcos", (Author("Germán Saldívar", "Instituto de Matemáticas, Universidad Pedagógica del Sur"), Author("Fernanda Zubizarreta", "Departamento de Computación, Universidad del Bajío Norte", "fzubi@ubn.example")), language="es", abstract="Caracterizamos las gráficas de intersección de arcos de un círculo que no contienen ciclos inducidos de longitud cuatro.", sections=(("Introducción", "Las gráficas de intersección han sido estudiadas desde los años sesenta por sus aplicaciones en biología."),), references=("G. Durán. Clases de grafos. Boletín, 4, 1995.",)),
            "paper", ("Germán Saldívar", "Fernanda Zubizarreta"), ("gsaldivar@matem.ups.example", "fzubi@ubn.example"),
            ("Instituto de Matemáticas, Universidad Pedagógica del Sur", "Departamento de Computación, Universidad del Bajío Norte")),
        "pub/circulant.pdf": Wanted(
            Spec("On the chromatic index of circulant graphs", (Author("G. Saldívar"),), language="en", abstract="We determine the chromatic index of all circulant graphs with two generators.", sections=(("Introduction", "A circulant graph is a Cayley graph of a cyclic group. We are interested in colourings of its edges."),), references=("V. Vizing. On an estimate. Diskret, 3, 1964.",)),
            "paper", ("G. Saldívar",), ("gsaldivar@matem.ups.example",), ("Instituto de Matemáticas, Universidad Pedagógica del Sur",)),
        "cur/tg1-tarea3.pdf": Wanted(
            sheet("Tarea 3", "es", ("1.", "Pruebe que toda gráfica con n vértices y más de n-1 aristas tiene un ciclo."), ("2.", "Sea G una gráfica conexa. Muestre que G tiene un árbol generador."), above="Teoría de las Gráficas I"),
            "exercise", ("Germán Saldívar Montoya",), ("gsaldivar@matem.ups.example",), ("Instituto de Matemáticas, Universidad Pedagógica del Sur",), title="Teoría de las Gráficas I. Tarea 3"),
        "cur/tg1-notas.pdf": Wanted(
            sheet("Notas de Teoría de las Gráficas", "es", ("Capítulo 1", "Una gráfica consta de un conjunto de vértices y un conjunto de aristas. En estas notas todas las gráficas son finitas."), ("Capítulo 2", "Un árbol es una gráfica conexa sin ciclos. Veremos varias caracterizaciones equivalentes."), authors=(Author("Germán Saldívar Montoya"),)),
            "lecture-notes", ("Germán Saldívar Montoya",), ("gsaldivar@matem.ups.example",), ("Instituto de Matemáticas, Universidad Pedagógica del Sur",)),
        "cur/reglamento.pdf": Wanted(
            sheet("Reglamento de exámenes", "es", ("Artículo 1", "Los exámenes ordinarios se aplicarán al término del semestre."), ("Artículo 2", "El alumno deberá presentar identificación vigente."), above=_UPS),
            "other", why_not="rules", affiliations=(_UPS,)),
    },
)  # fmt: skip

_UTP = "Universidad Tecnológica del Pacífico"
_FI = f"Facultad de Informática, {_UTP}"

_TESIS = MadeUpSite(
    "es-tesis", "es", "department", _UTP, "utpac.example",
    {
        "index.html": f"""<title>Biblioteca de tesinas | Facultad de Informática</title><h1>Biblioteca de tesinas</h1><p>{_FI}</p>
<p>Aquí se publican las tesinas aprobadas. <a href=listado-2018.html>2018</a> | <a href=listado-2019.html>2019</a> | <a href=normas.html>Normas</a> | <a href=directorio.html>Directorio de profesores</a></p>
<p>Contacto: biblioteca@inf.utpac.example</p>""",
        "listado-2018.html": """<title>Tesinas 2018</title><a href=index.html>Inicio</a><table><thead><tr><th>Alumno</th><th>Título</th><th>Director</th><th></th></tr></thead>
<tr><td>Cifuentes Olmedo, Rodrigo</td><td>Detección de spam en mensajes cortos</td><td>Dr. Esteban Larraín</td><td><a href=t/2018-04.pdf>Descargar</a></td></tr>
<tr><td>Aguayo Peña, Constanza</td><td>Un planificador para drones</td><td>Dra. Ximena Bustos</td><td><a href=t/2018-07.pdf>Descargar</a></td></tr></table>""",
        "listado-2019.html": """<title>Tesinas 2019</title><a href=index.html>Inicio</a><table><thead><tr><th>Alumno</th><th>Título</th><th>Director</th><th></th></tr></thead>
<tr><td>Paredes Illanes, Tamara</td><td>Visualización de redes de transporte</td><td>Dr. Esteban Larraín</td><td><a href=t/2019-01.pdf>Descargar</a></td></tr></table>""",
        "normas.html": """<title>Normas</title><a href=index.html>Inicio</a><p><a href=doc/plantilla.pdf>Plantilla de tesina</a> · <a href=doc/acta.pdf>Acta de defensa (formulario)</a></p>""",
        "directorio.html": """<title>Directorio</title><h2>Profesores</h2><div class=card><h4>Dr. Esteban Larraín Vidal</h4><p>Inteligencia artificial</p><p>elarrain<img src=arroba.gif alt="@">inf.utpac.example</p></div>
<div class=card><h4>Dra. Ximena Bustos</h4><p>Robótica</p><p>xbustos<img src=arroba.gif alt="@">inf.utpac.example</p></div><h2>Tesistas</h2>
<div class=card><h4>Tamara Paredes</h4><p>tparedes<img src=arroba.gif alt="@">alumnos.utpac.example</p></div>""",
    },
    {
        "t/2018-04.pdf": Wanted(
            sheet("Detección de spam en mensajes cortos", "es", ("Director", "Dr. Esteban Larraín"), ("Resumen", "Esta tesina compara cuatro clasificadores sobre un corpus de mensajes de texto recogidos en la facultad."), ("Introducción", "El correo no deseado es un problema conocido. Los mensajes cortos plantean otras dificultades."), above=f"{_UTP}. Facultad de Informática. Tesina de grado", authors=(Author("Rodrigo Cifuentes Olmedo"),)),
            "thesis", ("Rodrigo Cifuentes Olmedo",), (), (_FI,)),
        "t/2018-07.pdf": Wanted(
            sheet("Un planificador para drones", "es", ("Directora", "Dra. Ximena Bustos"), ("Resumen", "Se presenta un planificador de rutas para vehículos aéreos en interiores y se evalúa con tres prototipos."), ("Introducción", "Los drones se usan cada vez más en la inspección de edificios."), above=f"{_UTP}. Facultad de Informática. Tesina de grado", authors=(Author("Constanza Aguayo Peña"),)),
            "thesis", ("Constanza Aguayo Peña",), (), (_FI,)),
        "t/2019-01.pdf": Wanted(
            sheet("Visualización de redes de transporte", "es", ("Director", "Dr. Esteban Larraín"), ("Resumen", "Se diseñó una herramienta interactiva que muestra los viajes de una ciudad intermedia."), ("Introducción", "Los datos de tarjetas de transporte permiten reconstruir los viajes."), above=f"{_UTP}. Facultad de Informática. Tesina de grado", authors=(Author("Tamara Paredes Illanes"),)),
            "thesis", ("Tamara Paredes Illanes",), ("tparedes@alumnos.utpac.example",), (_FI,)),
        "doc/plantilla.pdf": Wanted(
            sheet("Plantilla de tesina", "es", ("Título de la tesina", "Nombre del alumno. Nombre del director. Lugar y fecha."), ("Resumen", "Escriba aquí el resumen, de no más de 200 palabras."), above=_FI),
            "other", why_not="template", affiliations=(_FI,)),
        "doc/acta.pdf": Wanted(
            sheet("Acta de defensa", "es", ("Datos", "Alumno: __________ Título: __________ Calificación: ______ Firmas del tribunal: __________"), above=_FI),
            "other", why_not="form", affiliations=(_FI,)),
    },
)  # fmt: skip

_UCL = "Universidad de Costa Larga"

_OCW = MadeUpSite(
    "es-ocw", "es", "course", _UCL, "ucl-ocw.example",
    {
        "index.html": f"""<title>OpenCourseWare | {_UCL}</title><nav><a href=index.html>OCW</a> <a href=cursos/>Cursos</a> <a href=acerca.html>Acerca de</a></nav>
<h1>OpenCourseWare</h1><p>Material docente abierto de la {_UCL}.</p><p>Contacto: ocw@ucl-ocw.example</p>""",
        "acerca.html": """<title>Acerca de OCW</title><a href=index.html>OCW</a><p>Coordinación del proyecto: Hortensia Valladares. <a href=licencia.pdf>Licencia de uso</a></p>""",
        "cursos/index.html": """<title>Cursos | OCW</title><a href=../index.html>OCW</a><ul><li><a href=hidrologia/index.html>Hidrología</a> (Ignacio Bermejo Roldán, Pilar Etxeberria Goñi)</li>
<li><a href=derecho/index.html>Derecho romano</a> (Álvaro Quintanilla)</li></ul>""",
        "cursos/hidrologia/index.html": f"""<title>Hidrología | OCW</title><a href=../index.html>Cursos</a><div class=portada><h1>Hidrología</h1><h3>Autores</h3>
<p>Ignacio Bermejo Roldán<br>Pilar Etxeberria Goñi</p><p>Departamento de Ingeniería Civil<br>{_UCL}</p><p>Curso 2012/2013</p></div>
<ul class=menu><li><a href=material.html>Material de clase</a></li><li><a href=pruebas.html>Pruebas de evaluación</a></li><li><a href=profesorado.html>Profesorado</a></li></ul>""",
        "cursos/hidrologia/material.html": """<title>Material de clase | Hidrología</title><a href=index.html>Hidrología</a><ul><li><a href=tema1.pdf>Tema 1. El ciclo del agua</a></li><li><a href=tema2.pdf>Tema 2. Precipitación</a></li></ul>""",
        "cursos/hidrologia/pruebas.html": """<title>Pruebas de evaluación | Hidrología</title><a href=index.html>Hidrología</a><ul><li><a href=test1.pdf>Test de autoevaluación 1</a></li></ul>""",
        "cursos/hidrologia/profesorado.html": """<title>Profesorado | Hidrología</title><a href=index.html>Hidrología</a>
<p><strong>Bermejo Roldán, Ignacio</strong><br>Profesor Titular de Universidad<br><script>escribe('ibermejo','civil.ucl-ocw.example');function escribe(u,d){document.write(u+'@'+d);}</script></p>
<p><strong>Etxeberria Goñi, Pilar</strong><br>Profesora Contratada Doctora<br>pilar.etxeberria (en) civil.ucl-ocw.example</p>""",
        "cursos/derecho/index.html": f"""<title>Derecho romano | OCW</title><a href=../index.html>Cursos</a><h1>Derecho romano</h1><p>Profesor: Álvaro Quintanilla, Departamento de Derecho Privado, {_UCL}.
E-mail: <a href="mailto:alvaro.quintanilla(arroba)der.ucl-ocw.example">escribir</a></p><p><a href=casos.pdf>Casos prácticos</a></p>""",
    },
    {
        "cursos/hidrologia/tema1.pdf": Wanted(
            Spec("Tema 1. El ciclo del agua", (), kind="slides", language="es", above="Hidrología", sections=(("Balance hídrico", "Entradas y salidas\nAlmacenamiento"), ("Cuencas", "Divisoria\nRed de drenaje"))),
            "slides", ("Ignacio Bermejo Roldán", "Pilar Etxeberria Goñi"), ("ibermejo@civil.ucl-ocw.example", "pilar.etxeberria@civil.ucl-ocw.example"), (f"Departamento de Ingeniería Civil, {_UCL}",)),
        "cursos/hidrologia/tema2.pdf": Wanted(
            Spec("Tema 2. Precipitación", (Author("Pilar Etxeberria"),), kind="slides", language="es", above="Hidrología", sections=(("Medida", "Pluviómetros\nRadar"), ("Estadística", "Periodo de retorno\nAjuste de Gumbel"))),
            "slides", ("Pilar Etxeberria",), ("pilar.etxeberria@civil.ucl-ocw.example",), (f"Departamento de Ingeniería Civil, {_UCL}",)),
        "cursos/hidrologia/test1.pdf": Wanted(
            sheet("Test de autoevaluación 1", "es", ("Pregunta 1", "¿Qué componente del ciclo no interviene en el balance de una cuenca cerrada? Marque la respuesta correcta."), ("Pregunta 2", "Calcule la escorrentía anual con los datos de la tabla."), above="Hidrología"),
            "exercise", ("Ignacio Bermejo Roldán", "Pilar Etxeberria Goñi"), ("ibermejo@civil.ucl-ocw.example", "pilar.etxeberria@civil.ucl-ocw.example"), (f"Departamento de Ingeniería Civil, {_UCL}",)),
        "cursos/derecho/casos.pdf": Wanted(
            sheet("Casos prácticos de Derecho romano", "es", ("Caso 1", "Ticio vende a Cayo un esclavo que no es suyo. ¿Qué acciones tiene el verdadero dueño?"), ("Caso 2", "Resuelva el caso según las fuentes que se citan."), authors=(Author("Álvaro Quintanilla"),)),
            "exercise", ("Álvaro Quintanilla",), ("alvaro.quintanilla@der.ucl-ocw.example",), (f"Departamento de Derecho Privado, {_UCL}",)),
        "licencia.pdf": Wanted(
            sheet("Licencia Creative Commons", "es", ("Condiciones", "Reconocimiento. Uso no comercial. Compartir bajo la misma licencia."), ("Aviso", "Usted es libre de copiar, distribuir y comunicar públicamente la obra.")),
            "other", why_not="licence"),
    },
)  # fmt: skip

LATER_SPANISH = (_AULA, _MARCOS, _TESIS, _OCW)
