export const pt = {
  watching: 'Acompanhando {alert}.',
  perDay:
    '{count, plural, one {Deve chegar cerca de # menção} other {Devem chegar cerca de # menções}} por dia.',
  lessPerDay: 'Deve chegar menos de uma menção por dia.',
  nothingMatches: 'Nenhuma das menções mais recentes passa pelos filtros.',
  olderMentions:
    '{count, plural, =0 {Não há menções anteriores.} =1 {Uma menção anterior não foi publicada.} one {# menção anterior não foi publicada.} other {# menções anteriores não foram publicadas.}}',
  olderMentionsAtLeast: 'Pelo menos {count, number} menções anteriores não foram publicadas.',
  showExample: 'Ver um exemplo',
  sinceThen: 'Desde {since} · {checks}',
  nextCheck: 'Próxima verificação: {at}',
  everyMinutes: 'Verificação a cada {count, plural, =1 {minuto} one {# minuto} other {# minutos}}',
  everySeconds: 'Verificação a cada {count, plural, =1 {segundo} one {# segundo} other {# segundos}}',
  alsoIn: 'Também em {subscription}: {count, plural, one {# menção} other {# menções}}',
  titleAlsoIn: 'Também em {subscription}: “{title}”',
  tooQuiet: 'Silêncio incomum: {alert}',
  tooQuietPart: 'Silêncio incomum: {part}, {alert}',
  unknownLanguage: 'idioma {code}',
  quietSince:
    'Nenhuma menção nova desde {since}. Em geral, chegam cerca de {expected, number} nesse tempo ({perDay, number} por dia).',
  quietAdvice:
    'Pode ser um período calmo ou uma falha: confira o alerta no serviço de menções. Chance de um silêncio assim por acaso: {chance}.',
  service:
    '{found, select, sound {O serviço de menções responde.} faulty {O serviço de menções não responde.} unknown {Não se sabe se o serviço de menções responde.}}',
  token:
    '{found, select, sound {Ele aceita nosso token de acesso.} faulty {Ele recusa nosso token de acesso: confira MENTIONS_API_TOKEN.} unknown {Não se sabe se ele aceita nosso token de acesso.}}',
  'plan-limit':
    '{found, select, sound {O limite do plano não foi atingido.} faulty {As menções mensais do plano acabaram: daí o silêncio.} unknown {Não se sabe se o limite do plano foi atingido.}}',
  'ids-moving':
    '{found, select, sound {Outros alertas recebem menções novas, então o serviço está coletando.} faulty {Nenhum alerta recebe menções novas: o serviço pode ter parado de coletar.} unknown {Não se sabe se outros alertas recebem menções novas.}}',
  schedule:
    '{found, select, sound {O Overheard está verificando sem atraso.} faulty {O Overheard está com as verificações atrasadas: veja /status.} unknown {Não se sabe se o Overheard está verificando sem atraso.}}',
  usedUp: 'As menções mensais do plano acabaram.',
  collectsAgainAt:
    'O serviço de menções não coleta nada novo até {renewal}, quando o plano é renovado. Menções feitas até lá podem se perder de vez.',
  collectsAgain:
    'O serviço de menções não coleta nada novo até a renovação do plano. Menções feitas até lá podem se perder de vez.',
  raisePlan:
    'Depois disso, o Overheard volta a publicar automaticamente. Para receber menções antes, peça a quem gerencia o plano no serviço de menções que aumente o limite.',
  renewed: 'As menções mensais do plano estão disponíveis de novo.',
  goesOn: 'Menções novas são coletadas e publicadas como antes.',
  used: '{share} das menções mensais do plano já foram usadas: {used, number} de {all, number}.',
  lasts: 'Com {perDay, number} por dia, elas duram até a renovação, em {renewal}.',
  runsOut:
    'Com {perDay, number} por dia, elas acabam em {end}. Daí até a renovação do plano, em {renewal}, menções podem se perder de vez. Para evitar isso, peça a quem gerencia o plano no serviço de menções que aumente o limite.',
  estimate: 'Estimativa com base nos últimos 7 dias; supõe que o plano se renova no dia 1º.',
} as const
