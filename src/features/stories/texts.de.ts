export const de = {
  onCards:
    '• *⋯*, *Mehr\u00a0…*: angeben, dass eine Fundstelle nicht zur selben Story gehört oder dass zwei Karten dieselbe Story sind.',
  damagedName: 'Angaben zu Storys',
  damaged: 'Overheard lernt nicht daraus. Die Karten bleiben, wie sie sind.',
  notSame: 'Nicht dieselbe Story',
  choosePlace: 'Fundstelle auswählen',
  same: 'Dieselbe Story wie\u00a0…',
  chooseCard: 'Karte auswählen',
  learns:
    'Overheard lernt daraus für diesen Alert. Der Channel sieht deine Angabe und kann sie rückgängig machen.',
  noPlace: 'Diese Fundstelle gehört nicht mehr zur Story.',
  noCard: 'Diese Karte lässt sich nicht mehr auswählen.',
  tooMany: 'Zusammen haben diese Storys zu viele Fundstellen für eine Karte.',
  split: 'angegeben, dass „{place}“ nicht dieselbe Story ist wie „{story}“. Dafür gibt es eine eigene Karte',
  join: 'angegeben, dass „{place}“ dieselbe Story ist wie „{story}“',
  splitUndone: 'Die Fundstelle gehört wieder zur Story.',
  joinUndone: 'Es sind wieder zwei Storys.',
  notMoved:
    '„{place}“ bekommt keine eigene Karte, weil die Story oder das Abo nicht mehr in diesem Channel ist',
  lost: 'Der Monitoring-Dienst hat diese Erwähnung nicht mehr, daher zeigt die Karte nur die Adresse',
  joined: 'Dieselbe Story wie „{story}“',
} as const
