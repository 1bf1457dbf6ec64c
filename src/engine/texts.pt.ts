export const pt = {
  watching: 'Acompanhando {alert}.',
  perDay:
    '{count, plural, one {Deve chegar cerca de # menção} other {Devem chegar cerca de # menções}} por dia.',
  lessPerDay: 'Deve chegar menos de uma menção por dia.',
  nothingMatches: 'Nenhuma das menções mais recentes passa pelos filtros.',
  olderMentions:
    '{count, plural, =0 {Não há menções anteriores.} =1 {Uma menção anterior é ignorada.} one {# menção anterior é ignorada.} other {# menções anteriores são ignoradas.}}',
  olderMentionsAtLeast: 'Pelo menos {count, number} menções anteriores são ignoradas.',
  showExample: 'Ver uma menção de exemplo',
  sinceThen: 'Desde {since}',
  changeIt: '{checks}. Para mudar ou parar: /mentions help',
  nextCheck: 'Próxima verificação: {at}',
  everyMinutes: 'Verificação a cada {count, plural, =1 {minuto} one {# minuto} other {# minutos}}',
  everySeconds: 'Verificação a cada {count, plural, =1 {segundo} one {# segundo} other {# segundos}}',
  alsoIn: 'Também em {subscription}: {count, plural, one {# menção} other {# menções}}',
  titleAlsoIn: 'Também em {subscription}: “{title}”',
  tooQuiet: '{alert} há {time} sem menções',
  tooQuietPart: '{alert} ({part}) há {time} sem menções',
  unknownLanguage: 'idioma {code}',
  quietSince:
    'O normal desde {since} seriam cerca de {expected, number}. É muito improvável que um silêncio assim seja por acaso ({chance}).',
  quietAdvice:
    'O serviço de menções responde. Entre nele e confira se este alerta continua ativo e procura as palavras certas.',
  service: 'O serviço de menções não responde.',
  'plan-limit': 'As menções mensais do plano acabaram: por isso nenhuma chega.',
  'ids-moving': 'Nenhum outro alerta recebe menções, então o serviço de menções pode ter parado de coletar.',
  schedule: 'O Overheard está com as verificações atrasadas: veja /status.',
  usedUp: 'As menções mensais do plano acabaram.',
  collectsAgainAt:
    'O serviço de menções não coleta nada novo até {renewal}, quando o plano é renovado. Menções feitas até lá podem se perder de vez.',
  collectsAgain:
    'O serviço de menções não coleta nada novo até a renovação do plano. Menções feitas até lá podem se perder de vez.',
  raisePlan:
    'Depois disso, o Overheard volta a publicar automaticamente. Para receber menções antes, peça a quem gerencia seu plano com o serviço de menções que aumente o limite.',
  renewed: 'As menções mensais do plano estão disponíveis de novo.',
  goesOn: 'Menções novas são coletadas e publicadas como antes.',
  used: '{share} das menções mensais do plano já foram usadas: {used, number} de {all, number}.',
  lasts: 'Com {perDay, number} por dia, elas duram até a renovação, em {renewal}.',
  runsOut: 'As menções mensais do plano acabam em {end}.',
  untilRenewal:
    '{used, number} de {all, number} já foram usadas ({share}), a {perDay, number} por dia. A partir desse dia e até a renovação do plano, em {renewal}, menções podem se perder de vez. Para evitar isso, peça a quem gerencia seu plano com o serviço de menções que aumente o limite.',
  estimate: 'Estimativa com base nos últimos 7 dias; supõe que o plano se renova no dia 1º.',
} as const
