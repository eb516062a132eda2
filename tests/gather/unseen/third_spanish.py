"""Spanish sites of a third round: a chair's blog on WordPress, a subject whose teachers stand in one sentence, a professor behind a refresh and scripts."""

from __future__ import annotations

from gather.unseen.sites import Author, MadeUpSite, Spec, Wanted, sheet

_UNV = "Universidad Nacional del Valle Hondo"
_AGRO = f"Facultad de Agronomía, {_UNV}"


def _post(title: str, day: str, by: str, text: str) -> str:
    return f"""<body class="single single-post"><header class=site-header><p class=site-title><a href=../index.html rel=home>Suelos y Riego</a></p><p class=site-description>Cátedra de Edafología</p></header>
<article class=post><header class=entry-header><h1 class=entry-title>{title}</h1><div class=entry-meta>Publicado el {day} por <span class="author vcard"><a class="url fn n" href=../author-{by.split(maxsplit=1)[0].lower()}.html>{by}</a></span></div></header>
<div class=entry-content>{text}</div><footer class=entry-footer>Categorías: Material</footer></article>
<section class=comments><h2>2 comentarios</h2><ol><li><cite>Rocío</cite> dice: ¿cuándo es el recuperatorio?</li><li><cite>Lautaro Benegas</cite> dice: Gracias profe! mi mail es lautaro.b@correo.example</li></ol></section>
<aside class=widget-area><section class=widget><h2>Archivos</h2><ul><li>marzo 2016</li></ul></section></aside><footer>Funciona gracias a WordPress</footer></body>"""


_WORDPRESS = MadeUpSite(
    "es-wordpress", "es", "course", _UNV, "unvh.example",
    {
        "index.html": f"""<title>Suelos y Riego | Cátedra de Edafología</title><body class="home blog"><h1 class=site-title>Suelos y Riego</h1><p class=site-description>Cátedra de Edafología, {_AGRO}</p>
<nav class=main-navigation><ul class=menu><li><a href=index.html>Inicio</a></li><li><a href=la-catedra/index.html>La cátedra</a></li><li><a href=contacto/index.html>Contacto</a></li></ul></nav>
<article><h2><a href=2016/practico-textura.html>Trabajo práctico 2: textura</a></h2><p>por Néstor Gallardo</p></article>
<article><h2><a href=2016/informe-riego.html>Informe del ensayo de riego</a></h2><p>por Néstor Gallardo</p></article>
<article><h2><a href=2016/clase-salinidad.html>Clase: salinidad</a></h2><p>por Candela Ibáñez Roca</p></article>""",
        "la-catedra/index.html": """<title>La cátedra | Suelos y Riego</title><article><h1 class=entry-title>La cátedra</h1><div class=entry-content>
<p><strong>Profesor Titular:</strong> Ing. Agr. (M.Sc.) Néstor Gallardo</p><p><strong>Profesora Adjunta:</strong> Dra. Candela Ibáñez Roca</p>
<p><strong>Jefe de Trabajos Prácticos:</strong> Ing. Agr. Facundo Villafañe</p><p><strong>Becaria:</strong> Srta. Abril Ledesma</p></div></article>""",
        "contacto/index.html": """<title>Contacto | Suelos y Riego</title><article><h1>Contacto</h1><p>Correo de la cátedra: edafologia(@)agro.unvh.example</p>
<ul><li>Gallardo: ngallardo(@)agro.unvh.example</li><li>Ibáñez Roca: cibanezroca(@)agro.unvh.example</li><li>Villafañe: fvillafane(@)agro.unvh.example</li></ul></article>""",
        "2016/practico-textura.html": "<title>Trabajo práctico 2: textura | Suelos y Riego</title>" + _post("Trabajo práctico 2: textura", "14 marzo, 2016", "Néstor Gallardo", "<p>Va la guía: <a href=../wp-content/uploads/2016/03/tp2_textura.docx>TP2 textura</a> y la <a href=../wp-content/uploads/2016/03/planilla.docx>planilla de inscripción</a>.</p>"),
        "2016/informe-riego.html": "<title>Informe del ensayo de riego | Suelos y Riego</title>" + _post("Informe del ensayo de riego", "2 abril, 2016", "Néstor Gallardo", "<p>Resultados de la campaña: <a href=../wp-content/uploads/2016/04/informe-riego.pdf>descargar</a>.</p>"),
        "2016/clase-salinidad.html": "<title>Clase: salinidad | Suelos y Riego</title>" + _post("Clase: salinidad", "20 abril, 2016", "Candela Ibáñez Roca", "<p>Diapositivas de la clase: <a href=../wp-content/uploads/2016/04/salinidad.pptx>salinidad</a>.</p>"),
        "author-candela.html": "<title>Candela Ibáñez Roca, autor en Suelos y Riego</title><h1>Autor: Candela Ibáñez Roca</h1>",
        "author-néstor.html": "<title>Néstor Gallardo, autor en Suelos y Riego</title><h1>Autor: Néstor Gallardo</h1>",
    },
    {
        "wp-content/uploads/2016/03/tp2_textura.docx": Wanted(
            sheet("Trabajo Práctico N° 2: Textura del suelo", "es", ("Objetivos", "Determinar la textura de tres muestras de suelo al tacto y por el método del hidrómetro."), ("Actividades", "1. Humedezca la muestra. 2. Forme una cinta y mida su largo. 3. Responda las preguntas."), above="Cátedra de Edafología"),
            "exercise", ("Néstor Gallardo",), ("ngallardo@agro.unvh.example",), (_AGRO,)),
        "wp-content/uploads/2016/03/planilla.docx": Wanted(
            sheet("Planilla de inscripción", "es", ("Datos del alumno", "Apellido y nombre: ____________ DNI: ____________ Comisión: ______ Firma: ____________")),
            "other", why_not="form"),
        "wp-content/uploads/2016/04/informe-riego.pdf": Wanted(
            sheet("Informe del ensayo de riego por goteo en vid", "es", ("Resumen", "Se comparan tres láminas de riego en un viñedo joven durante una campaña. La lámina media dio el mejor rendimiento."), ("Materiales y métodos", "El ensayo se hizo en la finca experimental, con tres repeticiones."), authors=(Author("Facundo Villafañe", _AGRO), Author("Néstor Gallardo", _AGRO))),
            "report", ("Facundo Villafañe", "Néstor Gallardo"), ("fvillafane@agro.unvh.example", "ngallardo@agro.unvh.example"), (_AGRO,)),
        "wp-content/uploads/2016/04/salinidad.pptx": Wanted(
            Spec("Salinidad y sodicidad", (Author("Dra. Candela Ibáñez Roca"),), kind="slides", language="es", sections=(("Qué es un suelo salino", "Conductividad\nPorcentaje de sodio"), ("Manejo", "Lavado\nEnmiendas"))),
            "slides", ("Candela Ibáñez Roca",), ("cibanezroca@agro.unvh.example",), (_AGRO,)),
    },
)  # fmt: skip

_UIM = "Universidad Iberoamericana del Mar"
_EST = f"Escuela de Estadística, {_UIM}"

_MATERIA = MadeUpSite(
    "es-materia", "es", "course", _UIM, "uim.example",
    {
        "index.html": f"""<title>Inferencia Estadística 2019</title><div id=cabecera><img src=logo.png alt="{_UIM}"><h2>Inferencia Estadística (E-0423)</h2><h3>{_EST}</h3></div>
<p>La materia está a cargo de la profesora Lucrecia Montenegro y de Ismael Tordesillas, con la ayuda de Belén Arce en los prácticos de computadora.</p>
<p>Consultas: martes de 14 a 16, oficina 210. Por correo, a <i>apellido</i>@est.uim.example.</p>
<table border=0><tr><td><a href=teorico.html>Teórico</a></td><td><a href=practico.html>Práctico</a></td><td><a href=evaluaciones.html>Evaluaciones</a></td></tr></table>
<p class=pie>Sitio mantenido por Gonzalo Pires, webmaster@est.uim.example</p>""",
        "teorico.html": """<title>Teórico</title><h3>Apuntes del teórico (Montenegro)</h3><ol><li><a href=docs/cap1.pdf>Estimación puntual</a></li><li><a href=docs/cap2.pdf>Intervalos de confianza</a></li></ol><a href=index.html>volver</a>""",
        "practico.html": """<title>Práctico</title><h3>Prácticos (Tordesillas)</h3><ul><li><a href=docs/practico3.odt>Práctico 3</a></li></ul><h3>Computadora (Arce)</h3><ul><li><a href=docs/guia_r.odt>Primeros pasos con R</a></li></ul><a href=index.html>volver</a>""",
        "evaluaciones.html": """<title>Evaluaciones</title><ul><li><a href=docs/parcial2018.pdf>Parcial de noviembre de 2018</a></li><li><a href=docs/cronograma.pdf>Cronograma</a></li></ul><a href=index.html>volver</a>""",
    },
    {
        "docs/cap1.pdf": Wanted(
            sheet("Capítulo 1. Estimación puntual", "es", ("Introducción", "Sea una muestra aleatoria de una población con parámetro desconocido. Un estimador es una función de la muestra."), ("Sesgo", "Un estimador es insesgado si su esperanza es el parámetro. Veremos ejemplos."), above="Inferencia Estadística. Apuntes de clase. L. Montenegro"),
            "lecture-notes", ("L. Montenegro",), ("montenegro@est.uim.example",), (_EST,)),
        "docs/cap2.pdf": Wanted(
            sheet("Capítulo 2. Intervalos de confianza", "es", ("Pivotes", "Un pivote es una función de la muestra y del parámetro cuya distribución no depende de este."), ("Ejemplos", "Intervalo para la media de una normal con varianza conocida."), above="Inferencia Estadística. Apuntes de clase"),
            "lecture-notes", ("Lucrecia Montenegro",), ("montenegro@est.uim.example",), (_EST,)),
        "docs/practico3.odt": Wanted(
            sheet("Práctico 3: Pruebas de hipótesis", "es", ("Ejercicio 1", "Se sospecha que una moneda está cargada. Plantee las hipótesis y calcule la región crítica."), ("Ejercicio 2", "Halle la potencia de la prueba anterior."), above="Inferencia Estadística 2019"),
            "exercise", ("Ismael Tordesillas",), ("tordesillas@est.uim.example",), (_EST,)),
        "docs/guia_r.odt": Wanted(
            sheet("Primeros pasos con R", "es", ("Instalación", "R es un lenguaje libre para estadística. En esta guía veremos cómo instalarlo y leer una tabla de datos."), ("Gráficos", "La función hist dibuja un histograma."), authors=(Author("Belén Arce"),)),
            "lecture-notes", ("Belén Arce",), ("arce@est.uim.example",), (_EST,)),
        "docs/parcial2018.pdf": Wanted(
            sheet("Segundo parcial - noviembre de 2018", "es", ("Problema 1", "Sea X una variable con distribución exponencial. Halle el estimador de máxima verosimilitud. (40 puntos)"), ("Problema 2", "Construya un intervalo de confianza del 95 %. (60 puntos)"), above="Inferencia Estadística"),
            "exercise", ("Lucrecia Montenegro", "Ismael Tordesillas"), ("montenegro@est.uim.example", "tordesillas@est.uim.example"), (_EST,)),
        "docs/cronograma.pdf": Wanted(
            sheet("Cronograma 2019", "es", ("Agosto", "5/8 Presentación. 7/8 Estimación. 12/8 Sesgo. 14/8 Práctico 1. 19/8 Feriado. 21/8 Consistencia."), ("Septiembre", "2/9 Intervalos. 4/9 Práctico 2. 9/9 Pivotes. 11/9 Repaso."), above="Inferencia Estadística"),
            "other", why_not="timetable"),
    },
)  # fmt: skip

_USA = "Universidad de San Amaro"
_DIE = f"Departamento de Ingeniería Eléctrica, {_USA}"

_REFRESCO = MadeUpSite(
    "es-refresco", "es", "scholar", _USA, "usa-die.example",
    {
        "index.html": b"<html><head><meta http-equiv=refresh content='0; url=casa/inicio.htm'></head><body>Redirigiendo...</body></html>",
        "casa/inicio.htm": f"""<title>R. Olavarrieta</title><center><h1>Ramiro Olavarrieta Cuéllar</h1><h3>Investigador, {_DIE}</h3>
<script type="text/javascript">
<!--
var nombre = "olavarri"; var sitio = "die.usa-die.example";
document.write('<a href="mai' + 'lto:' + nombre + '&#64;' + sitio + '">' + nombre + '&#64;' + sitio + '</a>');
//-->
</script><p>[ <a href=articulos.htm>Art&iacute;culos</a> | <a href=alumnos.htm>Alumnos de posgrado</a> | <a href=docencia.htm>Docencia</a> ]</p></center>
<iframe src=noticias.htm width=400></iframe>""",
        "casa/noticias.htm": """<p>12/05: El <a href=../archivos/manual_fuente.rtf>manual de la fuente conmutada</a> ya est&aacute; disponible.</p>""",
        "casa/articulos.htm": """<title>Artículos</title><h2>Artículos</h2><dl><dt>2004</dt><dd>Olavarrieta R. y Pantoja H., <b>Convertidores resonantes para celdas solares</b>, Congreso de Potencia. <a href=../archivos/cp04.pdf>[PDF]</a></dd>
<dt>2006</dt><dd>H. Pantoja, J. Keller, R. Olavarrieta, <b>Soft switching at high frequency</b>. <a href=../archivos/soft.pdf>[PDF]</a></dd></dl>""",
        "casa/alumnos.htm": """<title>Alumnos</title><h2>Alumnos de posgrado</h2><p>Horacio Pantoja (doctorado, 2007): <a href=../archivos/tesis_pantoja.pdf>tesis</a>. Ahora en la Universidad de Pitahaya, <script>var a=[104,112,97,110,116,111,106,97,64,117,112,105,46,101,120,97,109,112,108,101];for(var i=0;i&lt;a.length;i++)document.write(String.fromCharCode(a[i]));</script></p>
<p>Irene Solórzano (maestría, en curso), isolorzano arroba die punto usa-die punto example</p>""",
        "casa/docencia.htm": """<title>Docencia</title><h2>Electrónica de Potencia II</h2><ul><li>Examen final <a href=../archivos/final-ep2.pdf>2005</a></li></ul><h2>Hoja de vida</h2><a href=../archivos/cv.rtf>RTF</a>""",
    },
    {
        "archivos/manual_fuente.rtf": Wanted(
            sheet("Manual de la fuente conmutada", "es", ("Descripción", "La fuente entrega 12 V y hasta 5 A. En este manual se describe su funcionamiento y su montaje."), ("Montaje", "Suelde primero los componentes pasivos."), authors=(Author("Irene Solórzano"), Author("Ramiro Olavarrieta"))),
            "report", ("Irene Solórzano", "Ramiro Olavarrieta"), ("isolorzano@die.usa-die.example", "olavarri@die.usa-die.example"), (_DIE,)),
        "archivos/cp04.pdf": Wanted(
            Spec("Convertidores resonantes para celdas solares", (Author("Ramiro Olavarrieta", _DIE), Author("Horacio Pantoja", _DIE)), language="es", abstract="Se presenta un convertidor resonante que sigue el punto de máxima potencia de una celda solar sin sensores de corriente.", keywords=("convertidores", "celdas solares"), sections=(("Introducción", "Las celdas solares entregan una potencia que depende de la temperatura."),), references=("R. Erickson. Power electronics. 1997.",)),
            "paper", ("Ramiro Olavarrieta", "Horacio Pantoja"), ("olavarri@die.usa-die.example", "hpantoja@upi.example"), (_DIE,)),
        "archivos/soft.pdf": Wanted(
            Spec("Soft switching at high frequency", (Author("H. Pantoja", _DIE), Author("J. Keller", "Institute for Power Systems, Technical University of Arlberg", "keller@ips.arlberg.example"), Author("R. Olavarrieta", _DIE)), abstract="We study the losses of soft switching above one megahertz and propose a gate drive that halves them.", sections=(("Introduction", "Switching losses grow with frequency."),), references=("R. Erickson. Power electronics. 1997.",)),
            "paper", ("H. Pantoja", "J. Keller", "R. Olavarrieta"), ("hpantoja@upi.example", "keller@ips.arlberg.example", "olavarri@die.usa-die.example"), (_DIE, "Institute for Power Systems, Technical University of Arlberg")),
        "archivos/tesis_pantoja.pdf": Wanted(
            sheet("Conmutación suave en convertidores de alta frecuencia", "es", ("Director", "Dr. Ramiro Olavarrieta Cuéllar"), ("Resumen", "Esta tesis estudia las pérdidas de conmutación y propone dos circuitos que las reducen."), above=f"{_USA}. Tesis que para obtener el grado de Doctor en Ingeniería presenta", authors=(Author("Horacio Pantoja Ríos"),)),
            "thesis", ("Horacio Pantoja Ríos",), ("hpantoja@upi.example",), (_USA,)),
        "archivos/final-ep2.pdf": Wanted(
            sheet("Examen final de Electrónica de Potencia II", "es", ("Problema 1", "Dibuje las formas de onda del convertidor de la figura. (30 %)"), ("Problema 2", "Calcule el rizado de la corriente. (70 %)"), above="2005"),
            "exercise", ("Ramiro Olavarrieta Cuéllar",), ("olavarri@die.usa-die.example",), (_DIE,)),
        "archivos/cv.rtf": Wanted(
            sheet("Hoja de vida", "es", ("Formación", "Doctor en Ingeniería, 1996. Ingeniero Electricista, 1989."), ("Experiencia", "Investigador desde 1997. Ayudante, 1990-1996."), authors=(Author("Ramiro Olavarrieta Cuéllar"),)),
            "cv", ("Ramiro Olavarrieta Cuéllar",), ("olavarri@die.usa-die.example",), (_DIE,), why_not="cv", title="Ramiro Olavarrieta Cuéllar. Hoja de vida"),
    },
)  # fmt: skip

THIRD_SPANISH = (_WORDPRESS, _MATERIA, _REFRESCO)
