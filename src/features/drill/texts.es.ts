export const es = {
  help: '• `drill [urgent|burst|spike] [name]`: descubre quién responde, con una mención inventada que no cuenta en ninguna parte',
  damagedName: 'simulacros',
  damaged: 'Un simulacro de este canal no tiene informe.',
  drill: 'Simulacro',
  marked: 'Simulacro: {text}',
  about: 'Es un simulacro iniciado por {person}. Lo que muestra es inventado y no cuenta en ninguna parte.',
  isOver: 'El simulacro ha terminado.',
  answer: 'Me encargo',
  answeredAfter: '{person} respondió en {time}',
  answeredAfterInReport: '{person} respondió en {time}.',
  headline:
    'Simulacro terminado (ninguna mención real): {scenario, select, urgent {mención urgente} burst {ráfaga} spike {pico}} de {subscription}',
  nobody: 'Nadie respondió en {time}.',
  morePeople: 'Más respuestas: {count, number}.',
  noAnswer: 'Recibieron el aviso, pero no respondieron: {people}.',
  others:
    '{whom, select, groups {También se avisó a un grupo de usuarios; Overheard no sabe quiénes son.} here {También se avisó a todas las personas activas en el canal.} both {También se avisó a un grupo de usuarios y a todas las personas activas en el canal.} other {También se avisó a más personas del canal.}}',
  nobodyCalled: 'No se avisó a nadie por su nombre.',
  countsNowhere: 'El simulacro no cuenta en listas, estadísticas, resúmenes ni exportaciones.',
  running: 'Ya hay un simulacro en curso en este canal.',
  over: 'Este simulacro ha terminado. Tu respuesta no figura en su informe.',
  answered: 'Tu respuesta figura en el informe del simulacro.',
  paused: '{name} está en pausa, así que no publicaría nada. El simulacro no empieza.',
  noSpikes: '{name} tiene spike: off, así que no avisaría de un pico. El simulacro no empieza.',
  held: 'Son horas de descanso para {name}: la mención inventada esperaría y no avisaría a nadie. El simulacro no empieza.',
  excluded:
    'Las reglas de {name} dejan fuera lo que publicaría este simulacro ({reason}). El simulacro no empieza.',
  mayNotPost: 'La alerta no se puede publicar en ese canal. El simulacro no empieza.',
  begins:
    'Empieza el simulacro. {calls} El informe llega un minuto después de la primera respuesta o al cabo de {time}.',
  question:
    'Esto publica una mención inventada en el canal de {name}, y la gente responde como si fuera real. {calls} ¿Empezar el simulacro?',
  begin: 'Empezar simulacro',
  calls: 'El mensaje {whom, select, notified {avisa a las personas de notify} nobody {no avisa a nadie}}.',
  callsLater:
    'El mensaje {whom, select, notified {avisa a las personas de notify} nobody {no avisa a nadie}}. Sin respuesta, al cabo de {time} se avisa a la persona de guardia y después, de nuevo, a las personas de notify.',
  madeUpTitle: 'Mención inventada {number} de un simulacro',
  madeUpText: 'Nadie ha escrito esto. ¿Quién respondería?',
  madeUpAuthor: 'Nadie',
} as const
