// Draws the menu from the list of pages.
function drawMenu() {
  var request = new XMLHttpRequest();
  request.onreadystatechange = function () {
    if (request.readyState != 4) return;
    var entries = request.responseXML.getElementsByTagName("entry"), bar = document.getElementById("navbar");
    for (var i = 0; i < entries.length; i++) {
      var link = document.createElement("a");
      link.href = entries[i].getElementsByTagName("link")[0].getAttribute("href");
      link.appendChild(document.createTextNode(entries[i].getElementsByTagName("title")[0].firstChild.data));
      bar.appendChild(link);
    }
  };
  request.open("GET", "feed.xml", true);
  request.send(null);
}
