export const pt = {
  or: '{some} ou {last}',
  not: 'não {key}',
  from: '{key} a partir de {from}',
  upTo: '{key} até {to}',
  between: '{key} de {from} a {to}',
  workingDays: '{days, plural, one {# dia útil} other {# dias úteis}}',
  noneYet:
    '{what, select, claim {Assumidas} done {Concluídas}} em até {allowed}: {left, plural, =0 {nenhuma ainda} other {# ainda no prazo}}.',
  kept: '{what, select, claim {Assumidas} done {Concluídas}} em até {allowed}: {kept, number} de {of, number} no prazo{late, plural, =0 {} other {, # com atraso}}{left, plural, =0 {} other {; mais # ainda no prazo}}.',
  half: 'Metade levou no máximo {p50}.',
  halfAndMost: 'Metade levou no máximo {p50}, 90% no máximo {p90}.',
  target: 'Meta para {condition}',
  workingTime: 'Só o horário de trabalho conta.',
} as const
