export const de = {
  headline:
    '{what, select, stopped {Läuft nicht: {subjects}} cannotPost {Overheard kann nicht posten: {subjects}} refused {Eine Erwähnung konnte nicht gepostet werden: {subjects}} missed {Neue Erwähnungen werden nicht gepostet: {subjects}} damaged {Gespeicherte Daten sind beschädigt: {subjects}} repeated {Erwähnungen können doppelt kommen, weil Overheard zweimal läuft: {subjects}} repeatsOver {Overheard läuft wieder nur einmal: {subjects}} resumed {Läuft wieder: {subjects}}}',
  inChannel: '{name} in {channel}',
  comma: ', ',
  andMore: '{subjects} und {more, number} weitere',
  forward: 'Betreibt jemand anderes Overheard, leite das an diese Person weiter.',
  why: 'Grund: {reason}',
  whatToDo: 'Was tun? {whatToDo}',
  others: '{count, plural, one {# weiteres Problem} other {# weitere Probleme}}: siehe /status.',
  nothingLost: 'Keine Erwähnung geht verloren: Overheard macht weiter, wo es aufgehört hat.',
  restGoesOn: 'Alles andere läuft weiter.',
  since: 'Seit {at}',
} as const
