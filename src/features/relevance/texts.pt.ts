export const pt = {
  help: '• `held`, `held acme`: o que foi retido por não ser sobre vocês, com um botão que publica',
  notOn:
    'Nada é retido para este canal: nenhuma das assinaturas diz sobre o que é (about). docs/use/relevance.md explica.',
  already: 'Esta menção já foi trazida de volta antes.',
  posted: 'Esta menção já está no canal.',
  gone: 'Esta menção não está mais retida, e o serviço de menções não a tem.',
  onItsWay: 'O Overheard vai publicar esta menção em instantes e aprender com isso.',
  dismissed: 'Esta menção saiu da lista, e o Overheard aprende com isso. “Publicar” ainda a publica.',
  whyHeld: 'Publique-a com /mentions held.',
  whyDismissed: 'Alguém a tirou da lista de /mentions held por não ser sobre vocês.',
  whyBroughtBack: 'Alguém a trouxe de volta, por isso foi publicada mais tarde.',
  letThrough:
    'Isto é sobre {name}? O Overheard acha que não. Se for, assuma; se não for, escolha “Não relevante”.',
  steppedBack:
    'As pessoas trouxeram de volta {back, number} de {held, plural, one {# menção retida por não ser} other {# menções retidas por não serem}} sobre {name}, mais do que o prometido.',
  holdsLess: 'O Overheard agora retém menos. Você não precisa fazer nada. docs/use/relevance.md explica.',
  quoted: '“{word}”',
  line: '{count, plural, one {# menção foi retida: provavelmente não é} other {# menções foram retidas: provavelmente não são}} sobre {name}.',
  lineWithWords:
    '{count, plural, one {# menção foi retida: provavelmente não é sobre {name} (diz {words}).} other {# menções foram retidas: provavelmente não são sobre {name} (dizem {words}).}}',
  show: 'Mostrar para mim',
  nothing: 'Nenhuma menção retida por não ser sobre {name}.',
  list: '{total, plural, one {# menção retida por não ser} other {# menções retidas por não serem}} sobre {name}, as mais recentes primeiro:',
  listWithLineFirst:
    '{total, plural, one {# menção retida por não ser} other {# menções retidas por não serem}} sobre {name}, primeiro as deste aviso:',
  shown:
    '{count, plural, =1 {Mostrada aqui: a {from, number}.} other {Mostradas aqui: {from, number} a {to, number}.}}',
  checked:
    '{count, plural, one {Mais # menção parecia igual e foi publicada para conferir isso.} other {Mais # menções pareciam iguais e foram publicadas para conferir isso.}}',
  post: 'Publicar',
  dismiss: 'Não é sobre nós',
  more: 'Mais',
  learned:
    'O filtro aprendeu com {count, plural, one {# menção que alguém tratou ou marcou como não relevante} other {# menções que as pessoas trataram ou marcaram como não relevantes}}.',
  missingLabels: '{missing, number} de {needed, number} menções tratadas',
  missingRelevant: '{missing, number} de {needed, number} relevantes',
  missingNoise: '{missing, number} de {needed, number} não relevantes',
  notYet:
    'Por enquanto, só as regras de “about” retêm menções, porque o filtro ainda não aprendeu nada. Faltam: {missing}.',
  week: 'Retidas por não serem sobre {name} nos últimos 7 dias: {held, number}; trazidas de volta por pessoas: {back, number}.',
  labelDamagedName: 'rótulos de menções',
  labelDamaged: 'O filtro não aprende com esta menção.',
  wordsDamagedName: 'palavras aprendidas',
  heldDamagedName: 'menções retidas',
  heldDamaged: 'Esta menção não está mais em /mentions held. O botão dela no canal ainda a publica.',
  stopped: 'a retenção de antes para {subscription}',
} as const
