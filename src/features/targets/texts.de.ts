export const de = {
  or: '{some} oder {last}',
  not: 'nicht {key}',
  from: '{key} ab {from}',
  upTo: '{key} bis {to}',
  between: '{key} von {from} bis {to}',
  workingDays: '{days, plural, one {# Arbeitstag} other {# Arbeitstagen}}',
  noneYet: '{what, select, claim {übernommen} done {erledigt}} innerhalb von {allowed}: noch keine',
  noneYetButLeft:
    '{what, select, claim {übernommen} done {erledigt}} innerhalb von {allowed}: noch keine, {left, plural, one {# hat} other {# haben}} noch Zeit',
  kept: '{what, select, claim {übernommen} done {erledigt}} innerhalb von {allowed}: {kept, number} von {of, number} (p50 {p50}, p90 {p90})',
  keptAndLeft:
    '{what, select, claim {übernommen} done {erledigt}} innerhalb von {allowed}: {kept, number} von {of, number} (p50 {p50}, p90 {p90}), {left, plural, one {# hat} other {# haben}} noch Zeit',
  notYet: 'noch nicht',
  target: 'Ziel für {condition}: {figures}.',
  workingTime: 'Gezählt wird nur die Arbeitszeit.',
} as const
