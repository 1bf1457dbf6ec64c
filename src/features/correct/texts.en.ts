export const en = {
  damagedName: 'corrected sentiments',
  onCards: '• *⋯*, *More…*: correct a wrong sentiment, too.',
  better: '“{word}” to better',
  worse: '“{word}” to worse',
  moved: 'Corrections of this alert have moved words of it: {words}.',
  undo: 'As the mention service rated it',
  label: 'The sentiment is wrong',
  leave: 'Leave as it is',
  leaveAs:
    '{present, select, none {Leave it without a sentiment} negative {Leave it negative} neutral {Leave it neutral} positive {Leave it positive}}',
  hint: 'Cards, the list of open mentions, spikes, the digest and the export then use your choice, in every channel that has the mention.',
  corrected:
    'Corrected by {person}. The mention service {was, select, none {did not rate it} negative {rated it negative} neutral {rated it neutral} positive {rated it positive}}.',
} as const
