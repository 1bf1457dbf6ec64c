export const de = {
  help: '• `drill [urgent|burst|spike] [name]`: herausfinden, wer antwortet, mit einer erfundenen Erwähnung, die nirgends zählt',
  damagedName: 'Übungen',
  damaged: 'Eine Übung in diesem Channel bekommt keinen Bericht.',
  drill: 'Übung',
  marked: 'Übung: {text}',
  about: 'Das ist eine Übung, gestartet von {person}. Was sie zeigt, ist erfunden und zählt nirgends.',
  isOver: 'Die Übung ist vorbei.',
  answer: 'Ich kümmere mich',
  answeredAfter: '{person} hat nach {time} geantwortet',
  answeredAfterInReport: '{person} hat nach {time} geantwortet.',
  headline:
    'Übung vorbei (keine echte Erwähnung): {scenario, select, urgent {dringende Erwähnung} burst {Schub} spike {Anstieg}} bei {subscription}',
  nobody: 'Niemand hat innerhalb von {time} geantwortet.',
  morePeople: '{count, number} weitere Personen haben geantwortet.',
  noAnswer: 'Benachrichtigt, aber ohne Antwort: {people}.',
  others:
    '{whom, select, groups {Auch eine Benutzergruppe wurde benachrichtigt; Overheard kennt ihre Mitglieder nicht.} here {Auch alle, die im Channel aktiv waren, wurden benachrichtigt.} both {Auch eine Benutzergruppe und alle, die im Channel aktiv waren, wurden benachrichtigt.} other {Auch weitere Personen im Channel wurden benachrichtigt.}}',
  nobodyCalled: 'Niemand wurde namentlich benachrichtigt.',
  countsNowhere: 'Die Übung zählt nicht in Listen, Statistiken, Zusammenfassungen oder Exporten.',
  running: 'In diesem Channel läuft schon eine Übung.',
  over: 'Diese Übung ist vorbei. Deine Antwort steht nicht im Bericht.',
  answered: 'Deine Antwort steht im Bericht der Übung.',
  paused: '{name} ist pausiert und würde nichts posten. Die Übung beginnt nicht.',
  noSpikes: 'Bei {name} steht spike: off, daher würde kein Anstieg gemeldet. Die Übung beginnt nicht.',
  held: 'Für {name} sind gerade Ruhezeiten: Die erfundene Erwähnung würde warten und niemanden rufen. Die Übung beginnt nicht.',
  excluded:
    'Die Regeln von {name} lassen aus, was diese Übung posten würde ({reason}). Die Übung beginnt nicht.',
  mayNotPost: 'Der Alert darf in diesem Channel nicht gepostet werden. Die Übung beginnt nicht.',
  begins:
    'Die Übung beginnt. {calls} Der Bericht kommt nach {time} oder eine Minute nach der ersten Antwort.',
  question:
    'Das postet eine erfundene Erwähnung in den Channel von {name}, und alle antworten wie im Ernstfall. {calls} Übung starten?',
  begin: 'Übung starten',
  calls: 'Die Nachricht {whom, select, notified {ruft die Personen aus notify} nobody {ruft niemanden}}.',
  callsLater:
    'Die Nachricht {whom, select, notified {ruft die Personen aus notify} nobody {ruft niemanden}}. Bleibt eine Antwort aus, wird nach {time} die Person in Bereitschaft gerufen, danach noch einmal die Personen aus notify.',
  madeUpTitle: 'Erfundene Erwähnung {number} einer Übung',
  madeUpText: 'Das hat niemand geschrieben. Wer würde antworten?',
  madeUpAuthor: 'Niemand',
} as const
