export const es = {
  or: '{some} o {last}',
  not: 'no {key}',
  from: '{key} desde {from}',
  upTo: '{key} hasta {to}',
  between: '{key} desde {from} hasta {to}',
  workingDays: '{days, plural, one {# día laborable} other {# días laborables}}',
  noneYet: '{what, select, claim {asumidas} done {resueltas}} en menos de {allowed}: ninguna todavía',
  noneYetButLeft:
    '{what, select, claim {asumidas} done {resueltas}} en menos de {allowed}: ninguna todavía, {left, plural, one {# aún en plazo} other {# aún en plazo}}',
  kept: '{what, select, claim {asumidas} done {resueltas}} en menos de {allowed}: {kept, number} de {of, number} (p50 {p50}, p90 {p90})',
  keptAndLeft:
    '{what, select, claim {asumidas} done {resueltas}} en menos de {allowed}: {kept, number} de {of, number} (p50 {p50}, p90 {p90}), {left, plural, one {# aún en plazo} other {# aún en plazo}}',
  notYet: 'todavía no',
  target: 'Objetivo para {condition}: {figures}.',
  workingTime: 'Solo cuenta el horario laboral.',
} as const
