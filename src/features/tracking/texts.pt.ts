export const pt = {
  shortcut: 'Registrar menção',
  help: '• ⋯ em qualquer mensagem com um link, *{shortcut}*: o Overheard publica o que não encontrou sozinho',
  noLink: 'Esta mensagem não tem link para um post. O Overheard só pode registrar o que tem endereço.',
  longLink: 'Este link é longo demais para ser registrado.',
  noPlace:
    'Nenhum alerta é publicado nos seus canais, então a menção não tem para onde ir. Comece com /mentions subscribe.',
  switchedOff: 'O registro está desativado na configuração (tracking: false).',
  placeGone: 'Você não pode mais registrar nada lá. Escolha outro alerta.',
  linksCut: 'Os outros links desta mensagem são longos demais para a lista.',
  onItsWay: 'O Overheard vai publicar esta menção em {channel} em instantes.',
  onItsWayElsewhere:
    'O Overheard vai publicar esta menção em {channel} em instantes, com o link e sem o texto desta mensagem.',
  alreadyPosted: 'Este link já foi publicado em {channel}.',
  alreadyPostedThere: 'Este link já foi publicado em {channel}: {link}',
  openPost: 'abrir o post',
  cannotPost:
    'O Overheard não consegue publicar em {channel}: o canal está arquivado, ou é privado e o Overheard não participa dele.',
  invite: 'Convide-o antes: /invite @overheard',
  notTaken: 'O Slack não aceitou a menção em {channel}. Tente de novo: ⋯ na mensagem, {shortcut}.',
  submit: 'Registrar',
  link: 'Link',
  forPlace: 'Para {place}',
  for: 'Para',
  elsewhere:
    'O Overheard publica o link lá. O texto da mensagem fica no canal dela, onde todo mundo já o leu.',
  placeElsewhere: '{name} em {channel}',
  found:
    'Encontradas por pessoas: {found, plural, one {# menção} other {# menções}} ({states}). Os números acima não {found, plural, one {a incluem} other {as incluem}}.',
  state:
    '{state, select, closed {encerradas} claimed {assumidas} snoozed {adiadas} unclaimed {não assumidas}}: {count}',
} as const
