export const en = {
  or: '{some} or {last}',
  not: 'not {key}',
  from: '{key} from {from}',
  upTo: '{key} up to {to}',
  between: '{key} from {from} up to {to}',
  workingDays: '{days, plural, one {# working day} other {# working days}}',
  noneYet: '{what, select, claim {claimed} done {done}} within {allowed}: none yet',
  noneYetButLeft:
    '{what, select, claim {claimed} done {done}} within {allowed}: none yet, {left, plural, one {# has} other {# have}} time left',
  kept: '{what, select, claim {claimed} done {done}} within {allowed}: {kept, number} of {of, number} (p50 {p50}, p90 {p90})',
  keptAndLeft:
    '{what, select, claim {claimed} done {done}} within {allowed}: {kept, number} of {of, number} (p50 {p50}, p90 {p90}), {left, plural, one {# has} other {# have}} time left',
  notYet: 'not yet',
  target: 'Target for {condition}: {figures}.',
  workingTime: 'Times are working time.',
} as const
