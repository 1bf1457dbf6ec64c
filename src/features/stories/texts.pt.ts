export const pt = {
  onCards:
    '• *⋯*, *Mais…*: dizer que um lugar não é a mesma história, ou que dois cartões são uma só história.',
  damagedName: 'o que as pessoas disseram sobre histórias',
  damaged: 'O Overheard não aprende com isso. Os cartões continuam como estão.',
  notSame: 'Não é a mesma história',
  choosePlace: 'Escolha um lugar',
  same: 'Mesma história que…',
  chooseCard: 'Escolha um cartão',
  learns: 'O Overheard aprende com isso neste alerta. O canal vê o que você disse e pode desfazer.',
  noPlace: 'Este lugar não faz mais parte da história.',
  noCard: 'Este cartão não pode mais ser escolhido.',
  tooMany: 'Juntas, estas histórias têm lugares demais para um cartão.',
  split: 'disse que “{place}” não é a mesma história que “{story}”. Esse lugar ganha um cartão próprio',
  join: 'disse que “{place}” é a mesma história que “{story}”',
  splitUndone: 'O lugar voltou a fazer parte da história.',
  joinUndone: 'Voltaram a ser duas histórias.',
  notMoved:
    '“{place}” não ganha um cartão próprio, porque a história ou a assinatura não está mais neste canal',
  lost: 'O serviço de menções não tem mais esta menção, então o cartão só tem o endereço',
  joined: 'Mesma história que “{story}”',
} as const
