export const de = {
  damagedName: 'vorgeschlagene Stummschaltungen',
  damaged: 'Overheard zählt neu. Abgelehnte Vorschläge können wiederkommen.',
  proposal:
    '{kind, select, author {Den Autor} source {Die Quelle} domain {Die Website} word {Das Wort}} {name} stummzuschalten hätte in {days, plural, =28 {vier Wochen} one {# Tag} other {# Tagen}} {count, number} von {total, plural, one {# Erwähnung} other {# Erwähnungen}} zurückgehalten. Keine wurde übernommen.',
  proposalWithMarked:
    '{kind, select, author {Den Autor} source {Die Quelle} domain {Die Website} word {Das Wort}} {name} stummzuschalten hätte in {days, plural, =28 {vier Wochen} one {# Tag} other {# Tagen}} {count, number} von {total, plural, one {# Erwähnung} other {# Erwähnungen}} zurückgehalten. Keine wurde übernommen, und {dismissed, plural, one {# wurde} other {# wurden}} als nicht relevant markiert.',
  mute: '30 Tage stummschalten',
  show: 'Anzeigen',
  decline: 'Ablehnen',
  headline: '{count, plural, one {Vorgeschlagene Stummschaltung} other {Vorgeschlagene Stummschaltungen}}',
  title: 'Zurückgehalten',
  notStored: 'Diese Erwähnungen sind nicht mehr gespeichert.',
  counted: 'Gezählt: {range}, weil neuere Erwähnungen noch übernommen werden können.',
  newest:
    'Die neuesten {shown, number} davon. Gezählt: {range}, weil neuere Erwähnungen noch übernommen werden können.',
  gone: 'Dieser Vorschlag ist veraltet. Der Home-Tab zeigt die aktuellen.',
  muted:
    '{kind, select, author {Der Autor} source {Die Quelle} domain {Die Website} word {Das Wort}} {name} ist für 30 Tage stummgeschaltet. Über die Nachricht im Channel lässt sich das rückgängig machen.',
  declined:
    'Overheard schlägt 90 Tage lang nicht mehr vor, {kind, select, author {den Autor} source {die Quelle} domain {die Website} word {das Wort}} {name} stummzuschalten.',
} as const
