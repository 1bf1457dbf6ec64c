export const es = {
  menu: 'Vincular ticket…',
  hint: 'La tarjeta, la lista de menciones abiertas, el resumen y la exportación mostrarán el ticket.',
  linked: 'Vinculado por {person}. Vacía el campo para desvincular el ticket.',
  label: 'Dirección del ticket',
  notAnAddress: 'No es una dirección web. Pega la dirección completa del ticket, con https:// delante.',
  hasPassword: 'Quita el nombre de usuario y la contraseña: todo el canal podría leerlos.',
  tooLong: 'Esta dirección es demasiado larga: {most, number} caracteres como máximo.',
  ofMention: 'Es la dirección de la mención. Pega la dirección del ticket.',
  changedSince:
    '{person} vinculó otro ticket mientras este formulario estaba abierto. Ábrelo de nuevo para sustituir ese ticket.',
} as const
