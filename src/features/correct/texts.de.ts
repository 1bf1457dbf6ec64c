export const de = {
  damagedName: 'korrigierte Stimmungen',
  onCards: '• *⋯*, *Mehr\u00a0…*: auch eine falsche Stimmung korrigieren.',
  better: '„{word}“ besser',
  worse: '„{word}“ schlechter',
  moved: 'Korrekturen haben bei diesem Alert die Bewertung einiger Wörter geändert: {words}.',
  undo: 'Wie vom Monitoring-Dienst bewertet',
  label: 'Stimmung korrigieren',
  leave: 'So lassen',
  leaveAs:
    '{present, select, none {Ohne Stimmung lassen} negative {Negativ lassen} neutral {Neutral lassen} positive {Positiv lassen}}',
  hint: 'Karten, die Liste der offenen Erwähnungen, Anstiege, die Zusammenfassung und der Export verwenden dann deine Wahl, in jedem Channel mit dieser Erwähnung.',
  corrected:
    'Korrigiert von {person}. Der Monitoring-Dienst hatte sie {was, select, none {nicht bewertet} negative {negativ bewertet} neutral {neutral bewertet} positive {positiv bewertet}}.',
} as const
