"""Calls in six languages as people really write them: prose, lists either way round, months without years, other tracks."""

from __future__ import annotations

import pytest

from harvestman.pages.dates import dates_to_plain
from pages.dates.reading_pages import dates_in

FIELDS = ("start", "end", "submission", "notification", "camera_ready", "city")
PAGES = {
    "es, prosa": (
        """<h1>VI Simposio de Lingüística Computacional</h1>
        <p>El simposio tendrá lugar en la ciudad de Rosario los días 12, 13 y 14 de noviembre de 2025.</p>
        <p>Los trabajos completos se enviarán antes del 30 de junio de 2025 a través de la plataforma. La notificación de
        aceptación se comunicará el 15 de agosto de 2025 y la versión definitiva deberá entregarse el 10 de septiembre de 2025.</p>""",
        ["2025-11-12", "2025-11-14", "2025-06-30", "2025-08-15", "2025-09-10", "Rosario"],
    ),
    "es, cronograma": (
        """<h1>Conferencia Latinoamericana de Informática 2024</h1><p>Buenos Aires, 12 al 16 de agosto de 2024</p><h2>Cronograma</h2>
        <p>1 de marzo: apertura del envío de trabajos</p><p>15 de abril: cierre de recepción de trabajos</p>
        <p>10 de junio: notificación a los autores</p><p>1 de julio: envío de versiones finales</p><p>5 de julio: fin de la inscripción temprana</p>""",
        ["2024-08-12", "2024-08-16", "2024-04-15", "2024-06-10", "2024-07-01", "Buenos Aires"],
    ),
    "ru, проза": (
        """<h1>Международная конференция «Знания и онтологии»</h1>
        <p>С 10 по 13 сентября 2024 года в Новосибирске пройдёт международная конференция по знаниям и онтологиям.</p>
        <p>Прием докладов — до 20 мая 2024 года. О решении программного комитета авторы будут извещены до 30 июня 2024 года.
        </p><p>Окончательные тексты статей: 25 июля 2024.</p>""",
        ["2024-09-10", "2024-09-13", "2024-05-20", "2024-06-30", "2024-07-25", "Новосибирск"],
    ),
    "ru, таблица": (
        """<title>Конференция 2023</title><h1>Конференция по обработке данных — 2023</h1><p>Санкт-Петербург, 24–27 октября 2023 г.</p>
        <h2>Ключевые даты</h2><table><tr><td>01.06.2023</td><td>Начало подачи статей</td></tr><tr><td>15.07.2023</td>
        <td>Окончание приема статей</td></tr><tr><td>01.09.2023</td><td>Уведомление о результатах рецензирования</td></tr>
        <tr><td>15.09.2023</td><td>Финальная версия статьи</td></tr><tr><td>01.10.2023</td><td>Оплата оргвзноса</td></tr></table>""",
        ["2023-10-24", "2023-10-27", "2023-07-15", "2023-09-01", "2023-09-15", "Санкт-Петербург"],
    ),
    "de, Liste": (
        """<h1>Informatik-Tagung 2024</h1><p>Wann? 25.-27. September 2024. Wo? Universität Wiesbaden</p><h3>Fristen</h3>
        <ul><li>Einreichungsfrist für Beiträge: 15.04.2024</li><li>Einreichung von Workshopvorschlägen: 31.01.2024</li>
        <li>Benachrichtigung über die Annahme: 10.06.2024</li><li>Abgabe der druckfertigen Beiträge: 01.07.2024</li></ul>
        <p>Die Tagung wird von der Gesellschaft und den Hochschulen der Region ausgerichtet.</p>""",
        ["2024-09-25", "2024-09-27", "2024-04-15", "2024-06-10", "2024-07-01", "Wiesbaden"],
    ),
    "fr, phrases": (
        """<h1>Journées francophones d'ingénierie des connaissances</h1><p>Les journées se tiendront à La Rochelle du 1er au 5 juillet 2024.</p>
        <h2>Calendrier</h2><ul><li>Date limite de soumission des résumés : 22 février 2024</li>
        <li>Date limite de soumission des articles : <del>29 février</del> 7 mars 2024 (report)</li>
        <li>Notification aux auteurs : 19 avril 2024</li><li>Remise des versions définitives : 17 mai 2024</li></ul>""",
        ["2024-07-01", "2024-07-05", "2024-03-07", "2024-04-19", "2024-05-17", "La Rochelle"],
    ),
    "pt, tabela": (
        """<h1>Encontro Nacional de Inteligência Artificial</h1><p>O encontro será realizado em Belém, de 17 a 21 de novembro de 2024.</p>
        <h2>Cronograma</h2><table><tr><th>Evento</th><th>Data</th></tr><tr><td>Submissão de trabalhos (prorrogado)</td><td>24/06/2024</td></tr>
        <tr><td>Resultado da avaliação</td><td>19/08/2024</td></tr><tr><td>Envio da versão final</td><td>09/09/2024</td></tr></table>
        <p>Os trabalhos aceitos serão publicados nos anais do evento, com a participação da comunidade.</p>""",
        ["2024-11-17", "2024-11-21", "2024-06-24", "2024-08-19", "2024-09-09", "Belém"],
    ),
    "en, prose": (
        """<h1>Conference on Ropes</h1><p>We invite papers for the conference, which takes place in Tampere, Finland, from the 3rd to the
        5th of June 2019. Full papers must reach us by the 14th of January 2019; decisions will be sent out on 4 March 2019. Final
        versions are expected by 1 April 2019. Rooms can be booked until 1 May 2019.</p>""",
        ["2019-06-03", "2019-06-05", "2019-01-14", "2019-03-04", "2019-04-01", "Tampere"],
    ),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_call_is_read_in_its_language(name: str) -> None:
    body, expected = PAGES[name]
    plain = dates_to_plain(dates_in(f"<!DOCTYPE html><html><body>{body}</body></html>"))
    assert [plain[field] for field in FIELDS] == expected
