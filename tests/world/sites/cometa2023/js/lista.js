// Las ponencias, en el orden del programa.
var ponencias = [
  { titulo: 'Cometas vistos desde pueblos sin luz', autores: ['Ramiro Azcona', 'Edurne Larrañaga'] },
  { titulo: 'Un archivo de dibujos del cielo', autores: ['Encarnación Vidaurre'] },
  { titulo: 'Relojes de sol y campanas', autores: ['Edurne Larrañaga', 'Ramiro Azcona'] },
  { titulo: 'Lo que cuentan los almanaques', autores: ['Ciriaco Montalbán', 'Encarnación Vidaurre'] },
];
var lista = document.getElementById('lista');
ponencias.forEach(function (una) {
  lista.innerHTML += '<li><b>' + una.titulo + '</b><br>' + una.autores.join(', ') + '</li>';
});
