export const es = {
  onCards:
    '• *⋯*, *Más…*: indica que un lugar no pertenece a la misma historia o que dos tarjetas son una sola historia.',
  damagedName: 'indicaciones sobre historias',
  damaged: 'Overheard no lo tiene en cuenta. Las tarjetas siguen como están.',
  notSame: 'No es la misma historia',
  choosePlace: 'Elige un lugar',
  same: 'Misma historia que…',
  chooseCard: 'Elige una tarjeta',
  learns: 'Overheard lo tiene en cuenta para esta alerta. El canal ve lo que indicaste y puede deshacerlo.',
  noPlace: 'Este lugar ya no está en la historia.',
  noCard: 'Esta tarjeta ya no se puede elegir.',
  tooMany: 'Juntas, estas historias tienen demasiados lugares para una tarjeta.',
  split: '“{place}” no es la misma historia que “{story}” y pasa a su propia tarjeta',
  join: '“{place}” es la misma historia que “{story}”',
  splitUndone: 'Vuelve a pertenecer a la historia.',
  joinUndone: 'Vuelven a ser dos historias.',
  notMoved:
    '“{place}” no pasa a su propia tarjeta, porque su historia o su suscripción ya no está en este canal',
  lost: 'El servicio de menciones ya no tiene esta mención, así que su tarjeta solo tiene la dirección',
  joined: 'Misma historia que “{story}”',
} as const
