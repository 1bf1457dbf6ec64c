export const de = {
  notPermitted:
    'Auch wer „Nicht stören“ aktiviert hat, wird gerufen, weil der App die Berechtigung dnd:read fehlt (installiere sie neu)',
} as const
