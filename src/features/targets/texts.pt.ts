export const pt = {
  or: '{some} ou {last}',
  not: 'não {key}',
  from: '{key} a partir de {from}',
  upTo: '{key} até {to}',
  between: '{key} de {from} a {to}',
  workingDays: '{days, plural, one {# dia útil} other {# dias úteis}}',
  noneYet: '{what, select, claim {assumidas} done {concluídas}} em até {allowed}: nenhuma ainda',
  noneYetButLeft:
    '{what, select, claim {assumidas} done {concluídas}} em até {allowed}: nenhuma ainda, {left, plural, one {# ainda no prazo} other {# ainda no prazo}}',
  kept: '{what, select, claim {assumidas} done {concluídas}} em até {allowed}: {kept, number} de {of, number} (p50 {p50}, p90 {p90})',
  keptAndLeft:
    '{what, select, claim {assumidas} done {concluídas}} em até {allowed}: {kept, number} de {of, number} (p50 {p50}, p90 {p90}), {left, plural, one {# ainda no prazo} other {# ainda no prazo}}',
  notYet: 'ainda não',
  target: 'Meta para {condition}: {figures}.',
  workingTime: 'Os tempos contam só o horário de trabalho.',
} as const
