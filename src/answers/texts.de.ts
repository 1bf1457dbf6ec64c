export const de = {
  // How many of the mentions of the last days a mute hides.
  nothingToHide:
    'Dieser Channel hatte in den letzten {days, number} Tagen keine Erwähnungen. Daher ist nicht bekannt, wie viel diese Stummschaltung ausblendet.',
  hidesOnly:
    'Vorsicht: Diese Stummschaltung hätte die einzige Erwähnung der letzten {days, number} Tage ausgeblendet. Zum Aufheben: /mentions unmute {name}',
  hidesNotOnly:
    'Diese Stummschaltung hätte die einzige Erwähnung der letzten {days, number} Tage nicht ausgeblendet. Prüfe, wie {kind, select, author {der Autor} source {die Quelle} domain {die Website} word {das Wort}} geschrieben wird, oder hebe die Stummschaltung auf: /mentions unmute {name}',
  hidesNone:
    'Diese Stummschaltung hätte keine der {which, select, latest {neuesten } all {}}{total, plural, one {# Erwähnung} other {# Erwähnungen}} der letzten {days, number} Tage ausgeblendet. Prüfe, wie {kind, select, author {der Autor} source {die Quelle} domain {die Website} word {das Wort}} geschrieben wird, oder hebe die Stummschaltung auf: /mentions unmute {name}',
  hidesSome:
    'Diese Stummschaltung hätte {hidden, number} von {which, select, latest {den neuesten } all {}}{total, plural, one {# Erwähnung} other {# Erwähnungen}} der letzten {days, number} Tage ausgeblendet.',
  hidesNearlyAll:
    'Vorsicht: Diese Stummschaltung hätte fast alle ({hidden, number}) der {which, select, latest {neuesten } all {}}{total, plural, one {# Erwähnung} other {# Erwähnungen}} der letzten {days, number} Tage ausgeblendet. Zum Aufheben: /mentions unmute {name}',
  hidesAll:
    'Vorsicht: Diese Stummschaltung hätte alle {which, select, latest {der neuesten } all {}}{total, plural, one {# Erwähnung} other {# Erwähnungen}} der letzten {days, number} Tage ausgeblendet. Zum Aufheben: /mentions unmute {name}',
  noMention: 'Keine der neuesten Erwähnungen hier passt zu „{asked}“.',
} as const
