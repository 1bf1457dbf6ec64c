export const es = {
  help: '• `duty`, `duty swap [@person]`: quién está de guardia para menciones urgentes, y pasar la guardia un día',
  shortHelp: '*Ver a quién se avisa de menciones urgentes*: `/mentions guardia`',
  damagedName: 'cambios de guardia',
  damaged: 'Está de guardia la persona a la que le toca según la configuración.',
  claim: 'Asumir',
  snooze: 'Posponer…',
  openMessage: 'Ver en el canal',
  nobodyCalled:
    'No se pudo avisar a nadie de guardia. Asume {count, plural, one {la mención} other {las menciones}} o busca a alguien que pueda.',
  called:
    'Primero se avisó a {person}, pero no ha respondido. Asume {count, plural, one {la mención} other {las menciones}} o busca a alguien que pueda.',
  calledButDisturbed:
    '{person} está de guardia, pero tiene pausadas las notificaciones de Slack. Asume {count, plural, one {la mención} other {las menciones}} o busca a alguien que pueda.',
  youAreDisturbed:
    'Tienes pausadas las notificaciones de Slack, pero ahora no se puede avisar a nadie más de la lista. Asume {count, plural, one {la mención} other {las menciones}} o busca a alguien que pueda.',
  onDuty:
    'Estás de guardia. Asume {count, plural, one {la mención} other {las menciones}} o busca a alguien que pueda.',
  passedOver:
    '{people} {others, plural, one {tiene} other {tienen}} pausadas las notificaciones de Slack, así que te avisamos a ti. Asume {count, plural, one {la mención} other {las menciones}} o busca a alguien que pueda.',
  more: '{count, number} más',
  unclaimed: 'Nadie la ha asumido en {time}',
  unclaimedMentions:
    'Nadie ha asumido {count, plural, one {# mención urgente} many {# de menciones urgentes} other {# menciones urgentes}} en {time}',
  onWatch: '{person} está de guardia hasta {until}',
  onWatchNow: '{person} está de guardia hasta {until}.',
  onWatchThen: '{person} está de guardia hasta {until}. Después, {next}.',
  about:
    'Si nadie asume a tiempo una mención urgente, esta persona recibe un mensaje directo. Si vuelve a pasar ese tiempo, se avisa en el canal a las personas de la suscripción.',
  handOnForADay: 'Pasarla un día',
  handedToYou: '{person} te pasó la guardia hasta {until}.',
  aboutYou:
    'Si nadie asume a tiempo una mención urgente, recibes un mensaje directo. /mentions duty muestra quién está de guardia.',
  swapQuestion:
    '{person} estará de guardia un día, lo sabrá por un mensaje directo y recibirá un aviso si nadie asume una mención urgente. ¿Pasar la guardia?',
  handOn: 'Pasar la guardia',
  handedOn: 'guardia pasada a {person} hasta {until}',
  swapUndone: 'La guardia está como antes.',
  nobodyReachable:
    'No se puede avisar a nadie de la lista: Slack no tiene ninguna cuenta activa de esas personas.',
  unreachable:
    '{person} está de guardia, pero no tiene una cuenta de Slack activa. Se avisa en su lugar a {instead}.',
  correctList:
    'Corrige la lista `onDuty.users` en el archivo de configuración y recarga Overheard, o pasa la guardia: /mentions duty swap.',
  stopped: 'la guardia',
  notUnderstood: '/mentions duty va sin nada más o con swap y una persona, no con “{words}”.',
  none: 'Nadie está de guardia, porque el archivo de configuración no define “onDuty”.',
  alone: 'No hay nadie más en la lista. Indica una persona: /mentions duty swap @NAME',
  already: 'Esta persona ya está de guardia.',
  away: 'Esta persona está ausente. Elige a otra.',
  unknown: 'Slack no indica ahora mismo quién es esta persona. Inténtalo de nuevo en un minuto.',
  'not-callable':
    'Solo pueden estar de guardia los miembros completos de este espacio de trabajo. Elige a otra persona.',
} as const
