export const de = {
  help: '• `held`, `held acme`: was zurückgehalten wurde, weil es nicht um euch geht, mit einem Button zum Posten',
  notOn:
    'Für diesen Channel wird nichts zurückgehalten: Keines seiner Abos sagt, worum es geht (about). docs/use/relevance.md erklärt es.',
  already: 'Diese Erwähnung wurde schon zurückgeholt.',
  posted: 'Diese Erwähnung ist schon im Channel.',
  gone: 'Diese Erwähnung wird nicht mehr zurückgehalten, und der Monitoring-Dienst hat sie nicht.',
  onItsWay: 'Overheard postet diese Erwähnung gleich und lernt daraus.',
  dismissed:
    'Diese Erwähnung steht nicht mehr auf der Liste, und Overheard lernt daraus. „Posten“ postet sie weiterhin.',
  whyHeld: '/mentions held postet sie.',
  whyDismissed: 'Jemand hat sie von der Liste von /mentions held genommen, weil es nicht um euch geht.',
  whyBroughtBack: 'Jemand hat sie zurückgeholt, daher wurde sie später gepostet.',
  letThrough:
    'Geht es hier um {name}? Overheard meint: nein. Wenn doch, übernimm die Erwähnung; wenn nicht, wähle „Nicht relevant“.',
  steppedBack:
    '{held, plural, one {# Erwähnung wurde} other {# Erwähnungen wurden}} zurückgehalten, weil es nicht um {name} ging. Das Team hat {back, number} davon zurückgeholt, mehr als versprochen.',
  holdsLess: 'Overheard hält jetzt weniger zurück. Du musst nichts tun. docs/use/relevance.md erklärt es.',
  quoted: '„{word}“',
  line: '{count, plural, one {# Erwähnung wurde} other {# Erwähnungen wurden}} zurückgehalten: Es geht darin wahrscheinlich nicht um {name}.',
  lineWithWords:
    '{count, plural, one {# Erwähnung wurde} other {# Erwähnungen wurden}} zurückgehalten: Es geht darin wahrscheinlich nicht um {name} (sondern um {words}).',
  show: 'Mir anzeigen',
  nothing: 'Nichts wird zurückgehalten, weil es nicht um {name} geht.',
  list: '{total, plural, one {# Erwähnung} other {# Erwähnungen}} zurückgehalten, weil es nicht um {name} geht, neueste zuerst:',
  listWithLineFirst:
    '{total, plural, one {# Erwähnung} other {# Erwähnungen}} zurückgehalten, weil es nicht um {name} geht, die aus dieser Meldung zuerst:',
  shown:
    '{count, plural, =1 {Hier zu sehen: Nummer {from, number}.} other {Hier zu sehen: {from, number} bis {to, number}.}}',
  checked:
    '{count, plural, one {# weitere Erwähnung sah genauso aus und wurde zur Prüfung gepostet.} other {# weitere Erwähnungen sahen genauso aus und wurden zur Prüfung gepostet.}}',
  post: 'Posten',
  dismiss: 'Nicht über uns',
  more: 'Mehr',
  learned:
    'Gelernt aus {count, plural, one {# Erwähnung, die bearbeitet oder als nicht relevant markiert wurde} other {# Erwähnungen, die bearbeitet oder als nicht relevant markiert wurden}}.',
  missingLabels: '{missing, number} von {needed, number} bearbeiteten Erwähnungen',
  missingRelevant: '{missing, number} von {needed, number} relevanten',
  missingNoise: '{missing, number} von {needed, number} nicht relevanten',
  notYet:
    'Nur die Regeln unter „about“ halten Erwähnungen zurück, weil noch nichts gelernt ist. Es fehlen noch: {missing}.',
  week: 'In den letzten 7 Tagen zurückgehalten, weil es nicht um {name} geht: {held, number}, davon zurückgeholt: {back, number}.',
  labelDamagedName: 'Bewertungen von Erwähnungen',
  labelDamaged: 'Der Filter lernt nicht aus dieser Erwähnung.',
  wordsDamagedName: 'gelernte Wörter',
  heldDamagedName: 'zurückgehaltene Erwähnungen',
  heldDamaged:
    'Diese Erwähnung steht nicht mehr in /mentions held. Ihr Button im Channel postet sie weiterhin.',
  stopped: 'das Zurückhalten im früheren Umfang für {subscription}',
} as const
