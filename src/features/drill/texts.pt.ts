export const pt = {
  help: '• `drill [urgent|burst|spike] [name]`: descobrir quem responde, com uma menção fictícia que não entra em nenhuma contagem',
  damagedName: 'simulados',
  damaged: 'Um simulado neste canal fica sem relatório.',
  drill: 'Simulado',
  marked: 'Simulado: {text}',
  about:
    'Isto é um simulado iniciado por {person}. O que ele mostra é fictício e não entra em nenhuma contagem.',
  isOver: 'O simulado acabou.',
  answer: 'Eu cuido disso',
  answeredAfter: '{person} respondeu após {time}',
  answeredAfterInReport: '{person} respondeu após {time}.',
  headline:
    'Fim do simulado (nenhuma menção real): {scenario, select, urgent {menção urgente} burst {rajada} spike {pico}} de {subscription}',
  nobody: 'Ninguém respondeu em {time}.',
  morePeople: 'Mais {count, number} pessoas responderam.',
  noAnswer: 'Receberam o aviso, mas não responderam: {people}.',
  others:
    '{whom, select, groups {Um grupo de usuários também recebeu o aviso; o Overheard não sabe quem são.} here {Todas as pessoas ativas no canal também receberam o aviso.} both {Um grupo de usuários e todas as pessoas ativas no canal também receberam o aviso.} other {Mais pessoas do canal também receberam o aviso.}}',
  nobodyCalled: 'O aviso não citou ninguém pelo nome.',
  countsNowhere: 'O simulado não entra em listas, estatísticas, resumos ou exportações.',
  running: 'Já há um simulado em andamento neste canal.',
  over: 'Este simulado acabou. Sua resposta não está no relatório.',
  answered: 'Sua resposta está no relatório do simulado.',
  paused: '{name} está em pausa, então não publicaria nada. O simulado não foi iniciado.',
  noSpikes: '{name} tem spike: off, então não avisaria sobre um pico. O simulado não foi iniciado.',
  held: 'É horário de silêncio para {name}: a menção fictícia esperaria e não avisaria ninguém. O simulado não foi iniciado.',
  excluded:
    'As regras de {name} deixam de fora o que este simulado publicaria ({reason}). O simulado não foi iniciado.',
  mayNotPost: 'O alerta não pode ser publicado nesse canal. O simulado não foi iniciado.',
  begins: 'O simulado começou. {calls} O relatório sai um minuto após a primeira resposta, ou após {time}.',
  question:
    'Isto publica uma menção fictícia no canal de {name}, e as pessoas respondem como se fosse real. {calls} Iniciar o simulado?',
  begin: 'Iniciar o simulado',
  calls: 'A mensagem {whom, select, notified {avisa as pessoas de notify} nobody {não avisa ninguém}}.',
  callsLater:
    'A mensagem {whom, select, notified {avisa as pessoas de notify} nobody {não avisa ninguém}}. Sem resposta, o Overheard avisa a pessoa de plantão após {time} e, depois, de novo as pessoas de notify.',
  madeUpTitle: 'Menção fictícia {number} de um simulado',
  madeUpText: 'Ninguém escreveu isto. Quem responderia?',
  madeUpAuthor: 'Ninguém',
} as const
