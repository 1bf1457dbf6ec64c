export const pt = {
  theChannel: 'o canal',
  not_in_channel: 'Falta convidar o Overheard para {channel}.',
  channel_not_found: 'O Overheard não vê {channel}.',
  is_archived: 'O Slack informa que {channel} está arquivado.',
  missing_scope: 'Falta uma permissão ao app do Slack.',
  invalid_auth: 'O Slack não aceita o token do Overheard.',
  token_revoked: 'O token do Overheard no Slack foi revogado.',
  account_inactive: 'O app do Overheard no Slack foi removido.',
  history_too_long: 'Há mensagens demais para ler {channel}.',
  otherCause: 'Motivo do Slack: {code}.',
  inviteBot: 'Digite /invite @overheard em {channel}.',
  inviteBotThere: 'Digite /invite @overheard no canal.',
  checkChannel: 'Confira o canal na configuração e, se for privado, convide o bot.',
  unarchive: 'Desarquive o canal ou aponte a assinatura para outro.',
  addScope:
    'Adicione o escopo que falta (`{doctor}` o indica, {manifest} tem todos) e instale o app de novo.',
  replaceToken: 'Substitua SLACK_BOT_TOKEN: o Slack não o conhece (mais).',
  installAgain: 'Instale o app de novo e substitua SLACK_BOT_TOKEN.',
  fewerMessages:
    'Nada. O Overheard continua automaticamente. Se persistir, dê à assinatura um canal com menos mensagens.',
  otherAdvice: 'Veja a documentação do Slack sobre este erro; o Overheard tenta de novo automaticamente.',
  accountExpired: 'A conta no serviço de menções expirou.',
  accountDeleted: 'A conta no serviço de menções foi excluída.',
  planWithoutApi: 'O plano no serviço de menções não inclui a API.',
  service_rate_limited: 'O serviço de menções está limitando as solicitações do Overheard.',
  service_busy: 'O serviço de menções está ocupado.',
  service_unauthorized: 'O serviço de menções recusa o token de acesso.',
  service_alert_not_found: 'O serviço de menções não conhece mais este alerta.',
  service_no_such_method: 'O endereço do serviço de menções está errado.',
  service_bad_parameter: 'O serviço de menções recusa esta solicitação.',
  service_leads_alert: 'Alertas de leads não têm estatísticas.',
  service_unexpected: 'O serviço de menções falhou.',
  service_unreachable: 'O serviço de menções está inacessível.',
  service_timeout: 'O serviço de menções demorou demais.',
  service_too_large: 'A resposta do serviço de menções é grande demais.',
  service_malformed: 'Não é possível ler a resposta do serviço de menções.',
  restoreAlert: 'Restaure o alerta no serviço de menções ou retire a assinatura.',
  replaceServiceToken: 'Substitua MENTIONS_API_TOKEN.',
  checkServiceAddress: 'Confira MENTIONS_API_URL: o endereço é escrito sem /v1.0.',
  serviceRetries: 'Nada. O Overheard tenta de novo automaticamente.',
  checkService: 'Confira o serviço de menções e MENTIONS_API_URL; a próxima verificação tenta de novo.',
  ambiguousAlert: 'Vários alertas se chamam “{alert}”.',
  ambiguousAlertToDo: 'Escreva o id no lugar do nome: `{doctor}` lista os ids.',
  ids: 'Os ids: {ids}.',
  noSuchAlert: 'Não há nenhum alerta “{alert}”.',
  noSuchAlertToDo: 'Corrija o nome na configuração: `{doctor}` lista os alertas.',
  noAlerts: 'Não há nenhum alerta.',
  alerts: 'Há: {alerts}.',
  longPoll: 'Uma verificação levou mais de dois minutos e foi interrompida.',
  longPollToDo: 'Nada. A próxima verificação continua.',
  storeUnusable: 'Não é possível ler ou gravar o armazenamento: {reason}.',
  storeUnusableToDo:
    'Libere espaço no disco e confira as permissões de DATA_DIR, ou confira o PostgreSQL se DATABASE_URL estiver definida; o Overheard tenta de novo automaticamente.',
  databaseUnusable: 'Não é possível usar o banco de dados: {reason}.',
  databaseUnusableToDo:
    'Confira o PostgreSQL e DATABASE_URL; nada se perde, e a publicação continua automaticamente.',
  settingsRefused:
    'As configurações alteradas não podem ser usadas, então o Overheard continua com as anteriores. {report}',
  settingsRefusedToDo: 'Corrija-as e recarregue. Nada se perde.',
  settingsNotApplied:
    'Não foi possível aplicar as configurações alteradas, então o Overheard continua com as anteriores: {reason}.',
  settingsNotAppliedToDo: 'Recarregue de novo ou reinicie.',
  restartNeeded: 'Algumas configurações alteradas exigem reiniciar: {names}.',
  restartNeededToDo:
    'Reinicie o Overheard. Até lá, ele continua com os valores anteriores delas. Todas as outras configurações valem.',
  settingsDiffer:
    '{count, plural, one {# processo desta instalação tem} other {# processos desta instalação têm}} um arquivo de configuração diferente do arquivo do processo líder, que decide o que é publicado.',
  settingsDifferToDo: 'Dê o mesmo arquivo a todos os processos e recarregue cada um.',
  folderLost: '{reason} Este processo não publica mais nada e termina.',
  folderLostToDo:
    'Só um processo pode usar uma pasta: pare o outro, defina outra DATA_DIR ou defina DATABASE_URL para rodar vários.',
  channelRefuses: 'O Slack não aceita mensagens para {channel}: {code}.',
  channelLost:
    'O Overheard não vê mais o canal indicado por {written} ({id}): o bot foi removido dele ou o canal foi excluído.',
  channelLostToDo:
    'Convide o bot de volta para esse canal: /invite @overheard. Para usar outro canal, escreva o id dele no lugar de {written} na configuração e recarregue. O Overheard nunca escolhe outro canal por causa do nome.',
  privateElsewhere: 'O alerta é privado, e o arquivo de configuração não o envia para este canal.',
  privateElsewhereToDo:
    'Inclua uma assinatura do alerta para este canal no arquivo de configuração, peça a um admin do Overheard que salve esta de novo (/mentions edit {name}) ou encerre-a (/mentions unsubscribe {name}).',
  workspaceRefuses: 'O Slack recusa todas as mensagens. {cause}',
  unknownCode:
    'O Slack recusa a menção {mention} para {channel} com um código que o Overheard não conhece: {code}.',
  unknownCodeForNext:
    'O Slack recusa a próxima mensagem para {channel} com um código que o Overheard não conhece: {code}.',
  unknownCodeToDo:
    'Nada é abandonado: o Overheard tenta de novo, pelo menos a cada cinco minutos. Se persistir, procure {code} na documentação do Slack sobre chat.postMessage.',
  historyUnreadable:
    'O Overheard não consegue ler o histórico de {channel}. {cause} Sem isso, não há como conferir se uma publicação não confirmada chegou, então ele publica de novo: melhor duas vezes do que nenhuma.',
  historyUnclear:
    'O Slack recusa o histórico de {channel} com um código que o Overheard não conhece: {code}.',
  mentionRejected:
    'O Slack recusou a menção {id} em todos os formatos ({reason}). O endereço dela: {address}',
  mentionRejectedToDo:
    'Leia-a lá ou no serviço de menções: o Overheard não a publica. As menções seguintes são publicadas normalmente.',
  checkpointMissing:
    'Não há checkpoint para {name}, e {channel} tem mais mensagens do que é possível examinar à procura dos comprovantes, então o bot não tem como saber quais menções foram publicadas.',
  checkpointOnlyDamaged:
    'Só há um checkpoint danificado ({damage}) para {name}, e {channel} tem mais mensagens do que é possível examinar à procura dos comprovantes, então o bot não tem como saber quais menções foram publicadas.',
  checkpointDamaged:
    'O checkpoint de {name} está danificado, e nenhum comprovante no canal o substitui: {damage}.',
  checkpointOld:
    'O checkpoint de {name} é uma cópia antiga, e {channel} tem mais mensagens desde então do que é possível examinar, então o bot não tem como saber quais menções foram publicadas.',
  chooseStart:
    'Escolha: para começar a partir de agora, dê outro nome à assinatura na configuração (se ela foi feita no Slack: cancele a assinatura e assine de novo); com `backfill`, as menções mais recentes também são publicadas, e algumas podem aparecer duas vezes. Para continuar de onde estava, restaure DATA_DIR, ou o banco de dados, de uma cópia mais nova. Depois, reinicie.',
  digestWithoutChannel: 'O resumo “{name}” não tem canal: o Slack não conhece nenhum {channel}.',
  digestWithoutChannelToDo: 'Corrija o canal ou convide o bot para ele.',
  digestChannelLost: 'O resumo “{name}” não tem canal. {what}',
  digestPartRejected: 'O Slack recusou a parte {part} do resumo “{name}” em todos os formatos: {code}.',
  digestPartRejectedToDo: 'Peça-a com /mentions digest. O próximo resumo é enviado como previsto.',
  digestUnknownCode:
    'O Slack recusa o resumo “{name}” para {channel} com um código que o Overheard não conhece: {code}.',
  digestUnknownCodeToDo: 'O Overheard tenta de novo por um dia, pelo menos a cada cinco minutos.',
  digestRefused: 'O Overheard não consegue publicar o resumo “{name}”. {cause}',
  digestRefusedToDo:
    'Convide o bot para o canal ou corrija o canal na configuração. O Overheard tenta de novo por um dia.',
  absurdId: 'Uma menção de {alert} tem o id {id}, muito acima de todos os outros (até {confirmed}).',
  absurdIdToDo:
    'Examine-a no serviço de menções e exclua-a lá se for um teste ou um erro. As menções seguintes são publicadas normalmente. Se o serviço continuar a partir desse id, o problema termina com a próxima menção.',
  restartedIds:
    'O serviço de menções voltou a numerar do início as menções de {alert}: uma nova tem o número {missed}, mas o Overheard já tinha lido até {watermark}. Por isso, o Overheard toma as menções novas por antigas.',
  restartedIdsToDo:
    'Execute `{startAgain}` se o serviço de menções tem um banco de dados novo ou foi restaurado de um backup. As menções que chegarem antes disso não serão publicadas.',
  passedIds:
    'O serviço de menções voltou a numerar do início as menções de {alert}: uma nova tinha o número {missed}, mas o Overheard já tinha lido até {watermark}. O Overheard tomou as menções até ali por antigas e não as publicou. As seguintes ele publica.',
  passedIdsToDo:
    'Procure no serviço de menções as que não foram publicadas. Menções novas são publicadas normalmente.',
  missedSince:
    '{subscription} não publica menções novas, porque o serviço de menções voltou a numerar do início as menções do alerta {alert} (a primeira encontrada tem o número {missed}).',
  missedSinceToDo: 'Execute `{startAgain}`. As menções que chegarem antes disso não serão publicadas.',
  slackWaits: 'O Slack pediu ao Overheard que não envie nada para {channel} até {until}.',
  methodWaits: 'O Slack pediu ao Overheard que não chame {method} até {until}.',
  remindersWait: 'O Slack pediu ao Overheard que não envie lembretes até {until}.',
  historyWaits:
    'O Slack pediu ao Overheard que não leia o histórico até {until}, então uma publicação não confirmada espera ({channel}).',
  serviceWaits: 'O serviço de menções pediu ao Overheard que não envie solicitações até {until}.',
  goesOn: 'Nada. O Overheard então tenta de novo e continua automaticamente.',
  pollsWait:
    'As verificações esperam há mais de um minuto, porque o serviço de menções não aceita mais solicitações por minuto.',
  pollsWaitToDo:
    'Nada se perde. Se persistir: procure outros programas que usem o mesmo token e peça menos estatísticas de uma vez.',
  slackConnection: 'A conexão com o Slack falhou: {reason}.',
  slackConnectionToDo:
    'Confira SLACK_BOT_TOKEN e SLACK_APP_TOKEN; o Overheard tenta de novo automaticamente. Até lá, os comandos não funcionam.',
  otherInstallation: 'Uma segunda cópia do Overheard (id {other}) publica as mesmas menções.',
  otherInstallationToDo:
    'Pare a segunda cópia: outro servidor, contêiner ou notebook roda o Overheard com os mesmos tokens do Slack. Esta cópia (id {self}) continua publicando, e a segunda se pausa sozinha assim que percebe. `{doctor}` mostra o id da cópia de uma máquina. Para rodar vários processos, dê a eles um só banco de dados (DATABASE_URL).',
  olderInstallation:
    'Uma cópia mais antiga do Overheard (id {other}) publica as mesmas menções, então esta cópia (id {self}) se pausou.',
  olderInstallationToDo:
    'Pare a cópia de que você não precisa: outro servidor, contêiner ou notebook roda o Overheard com os mesmos tokens do Slack. Se você parar a mais antiga, esta volta a publicar sozinha, alguns minutos após a próxima menção.',
  copiedInstallation:
    'Uma segunda cópia do Overheard publica as mesmas menções, com os mesmos dados armazenados que esta cópia (id {self}) ou em uma versão mais antiga.',
  copiedInstallationToDo:
    'Pare uma das duas: outro servidor, contêiner ou notebook roda o Overheard com os mesmos tokens do Slack. Nenhuma se pausa sozinha, porque não dá para saber qual é a mais antiga.',
  listening: 'monitoramento',
  listeningTo: 'monitoramento de {name}',
  serviceEnds: 'O serviço de menções do próprio Overheard é encerrado repetidamente ({how}).',
  serviceEndsToDo:
    'Procure as últimas mensagens dele no log. O Overheard o inicia de novo automaticamente, e ele então lê o que as fontes ainda têm.',
  sourceFails: '{name} não fornece nada há mais de um dia: {error}.',
  sourceFailsToDo:
    'Confira o endereço (`{doctor}` o consulta uma vez). O Overheard continua consultando, cada vez menos.',
  sourcesFail:
    '{failing, number} de {all, plural, one {# fonte} other {# fontes}} não fornecem nada há mais de um dia, por exemplo: {error}.',
  sourcesFailToDo:
    'Confira a rede desta máquina (`{doctor}` consulta cada fonte uma vez). O Overheard continua consultando.',
  sourceWaits: 'O servidor de {name} pediu ao Overheard que não envie solicitações até {until}.',
  sourcesWait:
    'Os servidores de {waiting, number} de {all, plural, one {# fonte} other {# fontes}} pediram ao Overheard que não envie solicitações, o último deles até {until}.',
  sourceEnded: 'O Overheard não consulta mais {name}: {why}.',
  sourceEndedToDo:
    'Retire a fonte de `listen` no arquivo de configuração ou corrija o endereço dela. Para tentar de novo, reinicie o Overheard sem ela e depois com ela.',
  gap: 'Podem faltar menções de {name}: {what}',
  gapToDo: 'Nada. Isto é só para seu conhecimento. O problema termina após um dia.',
  commands: 'comandos e botões',
  settings: 'configurações alteradas',
  reminders: 'lembretes',
  method: '{name} do Slack',
  digest: 'o resumo {name}',
  envFileReadable: 'Outros usuários desta máquina podem ler {path} (modo {mode}), que contém os tokens.',
  envFileReadableToDo: 'Execute: chmod 600 {path}',
  withoutEncryption:
    'O serviço de menções {host} é consultado por http, então todos no caminho podem ler o token de acesso.',
  withoutEncryptionToDo: 'Use um endereço https em MENTIONS_API_URL.',
  statusOff:
    '/status e /metrics estão desativados, porque STATUS_TOKEN não está definido. {why, select, host {HOST é {host}, então outras máquinas poderiam lê-los} mcp {Assistentes de IA usam a mesma porta (/mcp), então outros poderiam lê-los pelo mesmo proxy} other {O Slack envia as solicitações para a mesma porta (modo HTTP), então outros poderiam lê-los}}.',
  statusOffToDo:
    'Defina STATUS_TOKEN com um texto longo e aleatório{why, select, host {, ou HOST com 127.0.0.1} other {}}. Com STATUS_TOKEN, quem lê essas páginas precisa enviá-lo, inclusive nesta máquina.',
  sourceVariable:
    'falta a variável de ambiente {variable} (listen.sources.{place}), então as configurações de {source} não foram conferidas.',
  sourceVariableToDo: 'Defina-a em .env ou no ambiente antes de o bot iniciar.',
  privateByChannelName:
    '{name}: {channel} está escrito pelo nome, e “{alert}” é privado. Se o armazenamento se perder, o nome passa a indicar o canal que o tiver então.',
  privateByChannelNameToDo:
    'Escreva o id do canal no lugar do nome: o Slack o mostra no fim dos detalhes do canal.',
  tooManyAlerts:
    'Os {alerts, number} alertas exigem mais solicitações do que o serviço de menções permite: o Overheard verifica cada um a cada {usual} em média, os mais ativos com mais frequência e os mais calmos pelo menos a cada {longest}.',
  tooManyAlertsToDo:
    'Nenhuma menção se perde. Para verificações mais rápidas, exclua assinaturas de que ninguém precisa.',
  tooManyChecks:
    'As frequências das assinaturas exigem {perMinute, number} solicitações por minuto, mas as verificações podem usar {most}, então elas atrasam.',
  tooManyChecksToDo:
    'Nenhuma menção se perde. Remova as expressões cron, para que o Overheard planeje as verificações, ou escolha intervalos maiores.',
  unknownSource:
    '{place}: o Overheard não conhece a fonte “{value}”. Se o serviço de menções também não a tiver, nenhuma menção corresponde a ela.',
  longCode: '{place}: “{value}” só corresponde se o serviço de menções usar códigos de três letras.',
  unlikelyValueToDo: 'Se for um erro, corrija: cada cartão mostra a fonte da menção.',
  unlikelyValueMeant: 'Se for um erro, escreva `{meant}`.',
  notListenedFor: '{place}: `listen.alerts` não tem o alerta “{alert}”; tem {known}.',
  none: 'nenhum',
  notListenedForToDo:
    'Se alguém o criou com /mentions listen, está tudo certo. Se não, corrija o nome ou inclua o alerta em `listen.alerts`.',
  mentionsStayOnDisk:
    '`listen`: o serviço de menções guarda as menções em mentions.sqlite, na DATA_DIR dele, e não no banco de dados de DATABASE_URL.',
  mentionsStayOnDiskToDo:
    'Rode `overheard listen` em uma máquina cujo disco seja permanente. Se o arquivo se perder, nada é publicado duas vezes, mas as estatísticas recomeçam (docs/run/install.md, "Platforms with a Procfile").',
  tooManyConnections:
    'O Slack contou {connections, number} conexões deste app por mais de seis horas, mas esta instalação tem {processes, plural, one {# processo} other {# processos}}: outro programa usa o mesmo SLACK_APP_TOKEN e recebe parte dos comandos e cliques em botões.',
  tooManyConnectionsToDo: 'Pare o outro programa ou dê a ele um app do Slack próprio.',
  digestSinceLast:
    'A programação “{schedule}” do resumo “{name}” não roda exatamente uma vez por {period, select, day {dia} week {semana} month {mês}}, então cada resumo cobre os dias desde o anterior.',
  digestSinceLastToDo:
    "Se você quiser {period, select, day {cada dia} week {cada semana} month {cada mês}} em separado, escreva, por exemplo, schedule: ''{example}''.",
  digestOncePerDate:
    'A programação “{schedule}” do resumo “{name}” roda várias vezes no mesmo dia. Um resumo cobre dias inteiros, então só a primeira execução do dia publica.',
  digestOncePerDateToDo: 'Indique um só horário do dia.',
  digestWaits:
    'O resumo “{name}” sai até {time} depois do horário programado: o serviço de menções conta em dias UTC, e o último dia do período não termina em UTC antes disso.',
  digestWaitsToDo:
    'Se ele precisar sair no horário, escolha um horário mais tarde (a programação está em {timezone}).',
  diskWiped:
    'Os checkpoints estão no disco de {platform}, que costuma ser apagado a cada reinício. Os checkpoints são então refeitos a partir dos comprovantes nos canais, mas os silenciamentos e o registro de decisões se perdem, e um canal cujo histórico não pode ser lido recomeça do zero.',
  diskWipedToDo: 'Defina DATABASE_URL com um banco de dados PostgreSQL, ou DATA_DIR com um disco permanente.',
  mutes: 'silenciamentos',
  muteDamaged:
    'Ninguém sabe o que está silenciado no canal {channel}, então as assinaturas desse canal ficam paradas.',
  mutesDamaged: 'Ninguém sabe o que está silenciado, então todas as assinaturas ficam paradas.',
  pauses: 'pausas',
  pauseDamaged: 'Ninguém sabe se {name} está em pausa, então a assinatura fica parada.',
  pausesDamaged: 'Ninguém sabe quais assinaturas estão em pausa, então todas ficam paradas.',
  subscriptions: 'assinaturas feitas no Slack',
  subscriptionDamaged: 'A assinatura {name}, feita no Slack, fica parada.',
  subscriptionsDamaged: 'Todas as assinaturas feitas no Slack ficam paradas.',
  knownChannels: 'ids de canais',
  knownChannelDamaged:
    'Ninguém sabe qual canal o nome {name} indica, então as assinaturas e os resumos para {name} ficam parados.',
  knownChannelsDamaged:
    'Ninguém sabe quais canais os nomes na configuração indicam, então as assinaturas e os resumos para canais escritos pelo nome ficam parados.',
  listedChannels: 'nomes das assinaturas para vários canais',
  listedChannelDamaged: 'O Overheard reencontra os nomes de {name} nos checkpoints.',
  firstSubscriptions: 'primeiras assinaturas',
  startedSubscriptions: 'assinaturas iniciadas',
  waitsForPerson:
    'Se uma assinatura perder o checkpoint, ela fica parada até alguém escolher como continuar.',
  checkpoints: 'checkpoints',
  checkpointRebuilt:
    'O Overheard refaz o checkpoint de {name} a partir dos comprovantes no canal. Se não conseguir, essa assinatura fica parada, e um problema avisa.',
  checkpointsRebuilt:
    'O Overheard o refaz a partir dos comprovantes no canal. Se não conseguir, a assinatura fica parada, e um problema avisa.',
  posts: 'posts',
  postDamaged: 'Os botões destes posts não funcionam, e as listas de menções abertas os deixam de fora.',
  spikes: 'picos',
  spikeDamaged: 'Os botões destes picos não funcionam.',
  decisions: 'decisões',
  decisionDamaged: '/mentions why e os resumos deixam estas decisões de fora.',
  reminderRecords: 'lembretes',
  reminderDamaged: 'Estes lembretes e avisos não são enviados.',
  changes: 'mudanças',
  changeDamaged: 'Os botões Desfazer destas mudanças não funcionam.',
  digests: 'resumos em andamento',
  digestDamaged: 'O Overheard faz o resumo de novo e procura no canal o que já foi publicado.',
  outdatedPosts: 'posts desatualizados',
  outdatedPostDamaged: 'Alguns posts podem mostrar um estado antigo até mudarem de novo.',
  missedFacts: 'fatos que esperam por uma parte do Overheard',
  missedFactDamaged: 'Essa parte não fica sabendo disso.',
  problems: 'problemas',
  problemDamaged: 'O que ainda impede algo é percebido de novo.',
  lags: 'atrasos',
  rebuilt: 'O Overheard o refaz.',
  volume: 'contagens de volume',
  volumeDamaged:
    'O Overheard conta de novo. Até completar duas semanas de contagem, ele reconhece picos com menos precisão.',
  idChecks: 'verificações de ids',
  alertActivity: 'horários de alertas',
  planLimits: 'avisos sobre o plano',
  planLimitDamaged: 'Um aviso sobre o plano pode aparecer duas vezes.',
  planDays: 'dias do plano',
  planShares: 'avisos de uso do plano',
  planShareDamaged: 'Um aviso de uso do plano pode aparecer duas vezes.',
  installation: 'ids da instalação',
  installationDamaged:
    'O armazenamento ganha outro id, então por alguns minutos ele pode tomar seus próprios posts anteriores pelos de outra instalação.',
  settingRecords: 'configurações sem arquivo',
  settingDamaged: 'A configuração {name} conta como não definida até alguém defini-la de novo.',
  otherInstallations: 'outras instalações',
  otherInstallationDamaged: 'Se outra instalação ainda estiver publicando, o Overheard percebe de novo.',
  stored: 'Dados armazenados danificados: {records}.',
  place: '{place}: {why}.',
  otherPlaces: 'E mais {count, plural, one {# lugar} other {# lugares}}.',
  noneLost: 'Nenhuma menção se perde.',
  repairFile:
    'Restaure o arquivo de uma cópia ou exclua-o para continuar sem o que ele continha. O Overheard percebe em segundos.',
  repairEntry:
    'Pare o bot, corrija ou exclua este registro no arquivo e inicie o bot de novo. Se outra versão do Overheard o gravou, inicie essa versão.',
  repairLine:
    'Pare o bot, corrija ou exclua esta linha e inicie o bot de novo. Se outra versão do Overheard a gravou, inicie essa versão.',
  repairRow:
    'Corrija ou exclua esta linha da tabela; o Overheard percebe em segundos. Se outra versão do Overheard a gravou, inicie essa versão.',
  nothingToDo:
    'Nada precisa ser feito. Para recuperar os dados: {place, select, file {pare o bot, restaure o arquivo de uma cópia e inicie o bot de novo.} entry {pare o bot, corrija ou exclua este registro no arquivo e inicie o bot de novo. Se outra versão do Overheard o gravou, inicie essa versão.} line {pare o bot, corrija ou exclua esta linha e inicie o bot de novo. Se outra versão do Overheard a gravou, inicie essa versão.} row {corrija ou exclua esta linha da tabela; o Overheard percebe em segundos. Se outra versão do Overheard a gravou, inicie essa versão.}}',
  setAside:
    'O que estava danificado e precisou ser substituído está guardado em {place}. Exclua se ninguém precisar.',
} as const
