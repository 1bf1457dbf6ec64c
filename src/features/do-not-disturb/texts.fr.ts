export const fr = {
  notPermitted:
    'Les personnes en mode Ne pas déranger sont prévenues aussi, car l’application n’a pas l’autorisation dnd:read (réinstallez-la)',
} as const
