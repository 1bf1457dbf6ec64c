export const de = {
  headline:
    '{what, select, stopped {Läuft nicht: {subjects}} refused {Eine Erwähnung konnte nicht gepostet werden: {subjects}} missed {Neue Erwähnungen fehlen: {subjects}} damaged {Gespeicherte Daten sind beschädigt: {subjects}} repeated {Von zwei Installationen gepostet: {subjects}} repeatsOver {Wieder von einer Installation gepostet: {subjects}} resumed {Läuft wieder: {subjects}}}',
  inChannel: '{name} in {channel}',
  comma: ', ',
  andMore: '{subjects} und {more, number} weitere',
  why: 'Grund: {reason}',
  whatToDo: 'Was tun? {whatToDo}',
  others: '{count, plural, one {# weiteres Problem} other {# weitere Probleme}}: siehe /status.',
  nothingLost: 'Keine Erwähnung geht verloren: Overheard macht weiter, wo es aufgehört hat.',
  restGoesOn: 'Alles andere läuft weiter.',
} as const
