export const pt = {
  nothingToHide:
    'Este canal não teve menções nos últimos {days, number} dias, então não dá para saber quanto este silenciamento oculta.',
  hidesOnly:
    'Atenção: este silenciamento teria ocultado a única menção dos últimos {days, number} dias. Para encerrá-lo: /mentions unmute {name}',
  hidesNotOnly:
    'Este silenciamento não teria ocultado a única menção dos últimos {days, number} dias. Confira como está escrito {kind, select, author {o autor} source {o nome da fonte} domain {o site} word {o termo}} ou encerre-o: /mentions unmute {name}',
  hidesNone:
    'Nos últimos {days, number} dias, este silenciamento não teria ocultado nenhuma {which, select, latest {das últimas} all {das}} {total, plural, one {# menção} other {# menções}}. Confira como está escrito {kind, select, author {o autor} source {o nome da fonte} domain {o site} word {o termo}} ou encerre-o: /mentions unmute {name}',
  hidesSome:
    'Nos últimos {days, number} dias, este silenciamento teria ocultado {hidden, number} {which, select, latest {das últimas} all {de}} {total, plural, one {# menção} other {# menções}}.',
  hidesNearlyAll:
    'Atenção: nos últimos {days, number} dias, este silenciamento teria ocultado quase todas as {which, select, latest {últimas } all {}}{total, plural, one {# menção} other {# menções}} ({hidden, number}). Para encerrá-lo: /mentions unmute {name}',
  hidesAll:
    'Atenção: nos últimos {days, number} dias, este silenciamento teria ocultado todas as {which, select, latest {últimas } all {}}{total, plural, one {# menção} other {# menções}}. Para encerrá-lo: /mentions unmute {name}',
  noMention: 'Nenhuma menção recente aqui corresponde a “{asked}”.',
} as const
