export const pt = {
  help: '• `duty`, `duty swap [@person]`: quem está de plantão para menções urgentes, e passar o plantão por um dia',
  shortHelp: '*Ver quem é avisado sobre menções urgentes*: `/mentions plantão`',
  damagedName: 'trocas de plantão',
  damaged: 'Fica de plantão a pessoa da vez segundo a configuração.',
  claim: 'Assumir',
  snooze: 'Adiar…',
  openMessage: 'Ver no canal',
  nobodyCalled:
    'Não foi possível avisar ninguém de plantão. Assuma {count, plural, one {a menção} other {as menções}} ou encontre alguém que possa.',
  called:
    '{person} recebeu o primeiro aviso, mas não respondeu. Assuma {count, plural, one {a menção} other {as menções}} ou encontre alguém que possa.',
  calledButDisturbed:
    '{person} está de plantão, mas pausou as notificações do Slack. Assuma {count, plural, one {a menção} other {as menções}} ou encontre alguém que possa.',
  youAreDisturbed:
    'Você pausou as notificações do Slack, mas não há mais ninguém da lista para avisar agora. Assuma {count, plural, one {a menção} other {as menções}} ou encontre alguém que possa.',
  onDuty:
    'Você está de plantão. Assuma {count, plural, one {a menção} other {as menções}} ou encontre alguém que possa.',
  passedOver:
    '{people} {others, plural, one {pausou} other {pausaram}} as notificações do Slack, por isso o aviso é para você. Assuma {count, plural, one {a menção} other {as menções}} ou encontre alguém que possa.',
  more: 'Mais {count, number}',
  unclaimed: 'Menção não assumida há {time}',
  unclaimedMentions:
    '{count, plural, one {# menção urgente não assumida} other {# menções urgentes não assumidas}} há {time}',
  onWatch: '{person} está de plantão até {until}',
  onWatchNow: '{person} está de plantão até {until}.',
  onWatchThen: '{person} está de plantão até {until}. Depois, {next}.',
  about:
    'Se ninguém assumir uma menção urgente a tempo, esta pessoa recebe uma mensagem direta. Depois de mais esse mesmo tempo, as pessoas da assinatura são avisadas no canal.',
  handOnForADay: 'Passar plantão (1 dia)',
  handedToYou: '{person} passou o plantão para você até {until}.',
  aboutYou:
    'Se ninguém assumir uma menção urgente a tempo, você recebe uma mensagem direta. /mentions duty mostra quem está de plantão.',
  swapQuestion:
    '{person} fica de plantão por um dia, recebe uma mensagem direta sobre isso e um aviso se ninguém assumir uma menção urgente. Passar o plantão?',
  handOn: 'Passar o plantão',
  handedOn: 'passou o plantão para {person} até {until}',
  swapUndone: 'O plantão voltou a ser como antes.',
  nobodyReachable: 'Não é possível avisar ninguém da lista: o Slack não tem conta ativa dessas pessoas.',
  unreachable:
    '{person} está de plantão, mas não tem conta ativa no Slack. Por isso, o Overheard avisa {instead}.',
  correctList:
    'Corrija a lista `onDuty.users` no arquivo de configuração e recarregue o Overheard, ou passe o plantão: /mentions duty swap.',
  stopped: 'o plantão',
  notUnderstood: 'Use /mentions duty sem mais nada, ou com swap e uma pessoa, não com “{words}”.',
  none: 'Ninguém está de plantão, porque o arquivo de configuração não define “onDuty”.',
  alone: 'Não há mais ninguém na lista. Indique uma pessoa: /mentions duty swap @NAME',
  already: 'Essa pessoa já está de plantão.',
  away: 'Essa pessoa está ausente. Escolha outra.',
  unknown: 'No momento, o Slack não informa quem é essa pessoa. Tente de novo em um minuto.',
  'not-callable': 'Só membros plenos deste workspace podem ficar de plantão. Escolha outra pessoa.',
} as const
