import type { Words } from './words.ts'

/** Written by hand for this project. Accents are written; texts are compared without them. */
export const it: Words = {
  negators: 'non mai niente nulla nessun nessuno nessuna senza neanche nemmeno neppure mica',
  without: 'senza',
  intensifiers:
    'molto tanto troppo davvero veramente proprio super assolutamente totalmente completamente incredibilmente estremamente più così davero tantissimo ultra mega parecchio assai pure che',
  diminishers: "poco un_po' un_po po abbastanza quasi leggermente alquanto relativamente",
  contrast: 'ma però tuttavia comunque anche_se invece eppure nonostante bensì',
  irony:
    'bella_roba bella_merda complimentoni bel_lavoro_davvero grazie_al_cazzo ma_che_bravi che_bella_figura grazie_per_niente bravi_bravi',
  than: 'di che del della',
  comparatives: 'meglio migliore migliori peggio peggiore più meno',
  unlike: 'a_differenza_di invece_di al_posto_di rispetto_a',
  opinions: 'penso pensa pensano pensiamo credo crede credono crediamo direi ritengo',
  thanks: 'grazie ringrazio ringraziamo',
  common: `abbastanza abbia abbiamo adesso alcun alcuna alcune alcuni alla alle allo allora almeno altra altre altri altro anche ancora anni anno appena aver
    avere avete aveva avevano avrebbe avuto basta bene buon casa cerca certa certi certo chiunque ciao ciascuno cioè circa come comunque contro cosa cose
    così dagli dalla dalle dallo dare davanti degli della delle dello dentro deve devo devono dice dici dicono dietro dire diversi dopo dove dovere
    dovrebbe dunque durante ecco entrambi eppure erano essa essere essi fanno fare fatto finché fino forse fosse fossero fuori gente giorni giorno grazie
    hanno ieri infatti insieme intanto intorno invece lato lavoro loro lungo meno mentre mese mesi mezzo mille modo molta molte molti molto momento mondo
    negli nella nelle nello nemmeno nessuno niente nome nostra nostre nostri nostro nulla nuova nuovo oggi ogni ognuno oltre oppure ormai ovvero parte
    partire passato peggio perché perciò persona persone però piuttosto poca poche pochi poco possa posso possono poter potere potrebbe presso prima primo
    proprio prossimo punto pure qualche qualcosa qualcuno quale quali qualsiasi quando quanta quanti quanto quasi quei quella quelle quelli quello quest
    questa queste questi questo quindi sanno sapere saranno sarebbe sarà scorso secondo sembra sempre senza sette settimana siamo siano siete solo
    soltanto sono sopra soprattutto sotto stai stanno stare stata state stati stato stessa stesse stessi stesso sugli sulla sulle sullo suoi talvolta
    tanta tante tanti tanto tempo tipo troppo tutta tutte tutti tutto uguale ultima ultimo usare vede vedere vengono vero verso viene vita vogliamo voglio
    vogliono volta volte vorrebbe vostra vostri vostro vuoi vuole`,
  degrees: {
    3: `amo adoro adorabile amore ti_amo ti_adoro vi_amo vi_adoro fantastico fantastica fantastici fantastiche meraviglioso meravigliosa meravigliosi meravigliose meraviglia perfetto perfetta perfetti perfettamente eccellente eccellenti splendido splendida splendidi splendide stupendo stupenda stupendi stupende magnifico magnifica
      bellissimo bellissima bellissimi bellissime bellissim ottimo ottima ottimi ottime buonissimo buonissima incredibile straordinario straordinaria eccezionale eccezionali spettacolare spettacolo spettacolari favoloso favolosa grandioso grandissimo grandissima grandissimi migliore_di migliori il_migliore la_migliore strepitoso superlativo geniale geniali genio
      capolavoro innamorato innamorata delizioso deliziosa bravissimo bravissima bravissimi consigliatissimo consigliatissima felicissimo felicissima contentissimo mitico mitica mitici divino divina non_vedo_l'ora emozionante emozionantissimo sublime impeccabile`,
    2: `buono buona buoni buone buon bello bella belli belle bell' bene meglio migliore carino carina carini simpatico simpatica simpatici felice felici felicità gioia contento contenta contenti allegria allegro grazie graziee grazieee ringrazio grata grato piace piacciono piaciuto piaciuta piacere mi_piace divertente divertenti divertimento divertito
      ridere risate risata sorriso sorridere sorrisi orgoglio orgoglioso orgogliosa orgogliosi successo vittoria vinto vince vincere vinciamo vincitore campione campioni complimenti congratulazioni bravo brava bravi brave auguri auguroni evviva viva forza grande grandi fortuna fortunato fortunata
      tesoro cara caro cari bacio baci bacini bacioni abbraccio abbracci abbracciare tvb ti_voglio_bene dolce dolcissima dolcissimo tenero tenera tenerezza benvenuto benvenuta benvenuti buongiorno buonanotte buonasera buona_giornata buona_notte buona_serata buon_compleanno buon_natale buon_anno buona_fortuna
      consiglio consigliato consigliata consigliatissimi utile utili facile facilmente veloce veloci efficiente comodo comoda affidabile gentile gentili gentilissimo cordiale disponibile interessante interessanti intelligente talento talentuoso brillante elegante raffinato gustoso gustosa squisito squisita figo figa fighissimo figata fico ganzo forte_!
      che_bello che_bella che_carino che_bellezza non_male niente_male nessun_problema senza_problemi vale_la_pena ne_vale_la_pena sogno sogni emozione emozioni emozionato emozionata emozionati passione speciale entusiasta entusiasmo soddisfatto soddisfatta soddisfazione stima stimo rispetto ammiro applausi applauso
      love best great good happy nice cool top wow yeah yes perfect lol evvai yuhu urrà daje dai_che serenità sereno serena pace relax godere godetevi goditi gusto`,
    1: `ok spero speriamo speranza speranze haha hahaha ahah ahaha ahahah ahahaha ahahahah ahahahaha eheh eheheh xd amico amici amica amiche famiglia festa vacanza vacanze mare estate venerdì weekend regalo regali compleanno aiuto aiutare soluzione risolto migliorare migliorato miglioramento progresso sostegno sostenere positivo positiva nuovo nuova
      gratis sicuro pulito chiaro semplice moderno forte sano libertà opportunità crescita cresce record finalmente preferito preferita tranquillo voglio vorrei voglia merita meritato onesto onesti onestà fiducia fiducioso giusto giusta salvare salvato competente competenti credibile
      inaugura inaugurazione premio premiato lancia lancio conquista traguardo risultato_storico crescono`,
    [-1]: `purtroppo peccato triste tristi tristezza stanco stanca stanchezza noia noioso noiosa annoia lento lenta ritardo ritardi problema problemi errore errori sbagliato sbagliata falso falsi falsa caro_prezzo difficile difficili complicato duro perso perde perdere persa perdita perdite manca mancano mancato mancanza male malato malata malattia
      dolore paura paure preoccupato preoccupa preoccupazione dubbio dubbi critica critiche polemica polemiche crisi sciopero scioperi disoccupazione disoccupati debito debiti pericolo pericoloso rischio rischi minaccia minacce incidente feriti ferito denuncia denunciato accusato accusa accuse condannato arrestato arrestati carcere galera indagato indagati violenza attacco attacchi guerra conflitto
      crollo crolla cala calo tagli taglio tasse tassa deficit chiuso chiusura licenziati licenziamento lamentela lamentele lamentarsi annullato aspetto_da rifiuta contro perché_mai uff uffa boh bah mah ahimè sonno fame freddo pioggia stress stressato ansia esame esami verifica lunedì scuola studiare compiti solo sola piangere piango piangendo pianto
      impossibile inutile inutili fallimento fallito fallita debole colpa colpevole bugia bugie nervoso nervosa odiosa odioso dimissioni dimetta dimettiti dimettersi privilegi casta poltrona poltrone inciucio pagliacciata precari precariato ingiusto ingiustizia rotto sacrifici povero poveri povera pensionati peggiora non_posso non_riesco non_capisco non_ce_la_faccio manco
      sospeso sospende incendio alluvione collasso difetto difetti guasto guasti attesa_infinita multa multe scandalo scandali dimesso indagine tangenti evasione evasori sprechi spreco`,
    [-2]: `cattivo cattiva brutto brutta brutti brutte peggio peggiore peggiori odio odia odiano orribile orribili orrendo terribile terribili pessimo pessima pessimi stupido stupida stupidi stupidità idiota idioti imbecille imbecilli cretino cretini scemo scema scemi deficiente deficienti ridicolo ridicola ridicoli patetico patetici penoso penosa pietoso pena
      vergogna vergognoso vergognosa vergognatevi vergognati vergognare deluso delusa delusi delusione deludente delude arrabbiato arrabbiata rabbia furioso incazzato incazzata incazzare fastidio fastidioso infastidito irritante insopportabile inaccettabile indecente indegno indegna disastro disastroso catastrofe caos schifezza spazzatura squallido squallida squallore porcata porcate porcheria
      truffa truffe truffatori truffatore ladro ladri rubare rubano rubato ruba furto frode corrotto corrotti corruzione mafia mafioso mafiosi bugiardo bugiardi menzogne menzogna falsità inganno ipocrita ipocriti ipocrisia incompetente incompetenti incapace incapaci pagliaccio pagliacci buffone buffoni venduto venduti servo servi
      morte morti morto morta muore muoiono morire uccidere ucciso uccisi uccide omicidio assassino assassini suicidio cancro terrorista terroristi terrorismo attentato nazista fascista fascisti razzista razzisti razzismo dittatura vittima vittime strage tragedia incubo inferno distruggere distrutto distrutta distrugge rovina rovinato rovinano
      non_consiglio sconsiglio sconsigliato non_funziona non_funzionano non_va non_mi_piace non_piace non_serve mai_più che_schifo che_pena che_tristezza che_vergogna che_palle che_noia che_nervi che_ansia perdita_di_tempo non_sopporto non_se_ne_può_più basta stufo stufa stanca_di rotto_le_palle palle coglioni fuori_dai a_casa tutti_a_casa
      coglione minchione minchia stronzo stronza stronzi stronzate stronzata cazzata cazzate cazzo bastardo bastardi bastarda puttana puttane puttanata troia zoccola porco maiale maiali infame infami delinquente delinquenti criminale criminali depressione deprimente depresso disperato disperata disperazione delirio farneticante massacro massacrati affama strozzini`,
    [-3]: `merda merde di_merda schifo schifoso schifosa schifosi fa_schifo fate_schifo vaffanculo fanculo affanculo vaffa figlio_di_puttana figli_di_puttana testa_di_cazzo teste_di_cazzo del_cazzo rotto_il_cazzo detesto disgustoso disgusto disgustosa ripugnante nauseante vomitevole vomito pezzo_di_merda pezzi_di_merda rompicoglioni`,
  },
}
