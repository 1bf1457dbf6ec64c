import type { Words } from './words.ts'

/** Written by hand for this project. */
export const de: Words = {
  negators:
    'nicht nich nix nichts kein keine keinen keinem keiner keins nie niemals niemand ohne kaum weder ned net nimmer nirgends',
  without: 'ohne',
  intensifiers:
    'sehr so total voll echt mega super richtig extrem absolut wirklich unglaublich zu viel völlig komplett ziemlich verdammt wahnsinnig unfassbar ultra sau urst überaus besonders höchst derart dermaßen soo sooo ganz',
  diminishers:
    'etwas bisschen bissl bissel wenig halbwegs relativ einigermaßen eher fast teilweise leicht bedingt',
  contrast: 'aber jedoch allerdings dennoch trotzdem doch obwohl sondern',
  irony:
    'na_super na_toll na_bravo ja_super ganz_toll ganz_großes_kino herzlichen_glückwunsch_auch vielen_dank_für_nichts danke_für_nichts ach_wie_schön',
  than: 'als',
  comparatives:
    'besser schlechter schneller günstiger billiger schöner lieber mehr weniger zuverlässiger einfacher',
  unlike: 'anders_als statt anstatt anstelle_von im_gegensatz_zu im_vergleich_zu weg_von',
  opinions:
    'denke denken denkt glaube glaub glauben glaubt finde find finden findet sage sagen meine meinen meint behaupte behaupten',
  thanks: 'danke dankeschön dank merci thx',
  lateNegation: {
    after: 'mehr so sehr wirklich besonders immer mal einmal unbedingt gerade richtig wieder',
    and: 'und oder sowie bzw',
    that: 'dass daß ob',
  },
  common: `dabei dadurch dafür dagegen daher dahin daneben dasselbe dazwischen derselbe dieselbe wobei wodurch wofür woher wohin womit worauf worüber
    hätten heisst sagten ihres jeweils jeweiligen mehrere meisten mindestens mittlerweile nirgendwo zumindest zudem überall übrigens während
    aber allein allem allen aller alles also andere anderem anderen anderer anderes anders außer bald bekommt bereits besonders bestimmt bist bitte bleibt
    brauche braucht damals damit danach daran darauf daraus darf darin darum darüber dass davon davor dazu deine deinem deinen deiner denen deren derzeit
    deshalb dessen deswegen dich diesem diesen dieses dinge direkt dort dran drei drin dürfen eben ebenfalls eigen eigene eigenen eigentlich eine eines
    einfach einige einigen einiger einmal endlich entweder erst erste ersten euch euer eure falls fast fest finde findet folgende früher ganz ganze ganzen
    geben gegeben gehen geht gekommen gemacht genau genug gerade gesagt gestern getan gibt gleich habe haben habt hallo halt hast hatte hatten heißt heute
    hier hinter hätte hätten ihnen ihrem ihren ihrer immer indem innen irgendwie jede jedem jeden jeder jedes jemand jene jetzt kannst keinem keinen
    keiner kommen kommt konnte konnten können könnt könnte könnten lang lange lassen leider letzte letzten liegt lässt mache machen macht manche manchmal
    mein meinem meinen meiner meist mensch menschen mich mochte morgen muss musste mussten müssen müsste nachdem natürlich neben nehmen nein
    neue neuen neuer neues niemand noch nutzen nächste nämlich oben obwohl oder sagen sagt sagte schon seid seine seinem seinen seiner seit seitdem selber
    selbst sich siehe sieht sogar solche solchen soll sollen sollte sollten somit sondern sonst sowie später statt stehen steht tage tagen trotz trotzdem
    unser unsere unserem unseren unserer unten viel viele vielen vielleicht voll vorher waren warst wegen weil weit weiter weitere weiteren welche welchen
    welcher wenig weniger werde werden weshalb wieso will willst wirklich wissen wohl wollen wollte wollten worden wurde wurden wäre wären würde würden
    zeit zuerst zurück zusammen zwar zwei zwischen`,
  degrees: {
    3: `liebe lieb_dich liebt geliebt geil geile geiler geiles geilste geilsten großartig* grossartig* genial* perfekt* fantastisch* phantastisch* wunderbar* wunderschön* wundervoll* hervorragend* ausgezeichnet* exzellent* überragend* sensationell* traumhaft*
      beste bester bestes besten bestens begeister* hammer hammergeil mega_gut unschlagbar* herausragend* spektakulär* brillant* himmlisch* göttlich* meisterwerk* vorzüglich* erstklassig* freu_mich freue_mich freuen_uns freu liebling* liebste* hdl ily
      klasse spitze spitzenmäßig* bombe weltklasse fabelhaft* kann_es_kaum_erwarten sehr_zu_empfehlen absolute_empfehlung uneingeschränkt_empfehlen hellauf entzück* gänsehaut vergötter*`,
    2: `gut gute guter gutes guten gutem besser bessere besseres besseren toll tolle toller tolles tollen super schön schöne schöner schönes schönen schönem schönste* schoen* cool coole cooler cooles coolen nett nette netter nettes netten
      süß* süss* niedlich* hübsch* sexy glücklich* glück glückwunsch* gratul* gratulation herzlich* danke dankeschön dank vielen_dank dankbar* merci freude* freuen freut erfreu* froh frohe fröhlich* spaß spass lustig* witzig* lachen lach lacht amüsant* humor
      lecker* köstlich* schmeckt empfehl* empfehlung empfehlenswert* lohnt lohnenswert* gelungen* gewonnen gewinnt gewinn gewinnen gewinner* sieg siegt siege sieger* erfolg* stolz hurra yeah yay juhu juhuu jippie jaaa jaa bravo respekt chapeau
      zufrieden* angenehm* gemütlich* entspannt entspannend* interessant* spannend* faszinier* beeindruck* inspirier* bezaubernd* charmant* sympathisch* freundlich* hilfsbereit* hilfreich* zuverlässig* kompetent* praktisch* reibungslos* problemlos* einwandfrei* tadellos*
      liebe_grüße liebevoll* lieb lieber küsschen kuss umarm* knuddel* drück_dich schatz schatzi willkommen wohl wohlfühlen genieß* geniess* genuss feier feiern feiere gefeiert party urlaub
      nicht_schlecht kein_problem keine_probleme nichts_zu_meckern ohne_probleme nicht_zu_toppen gerne gern jederzeit_wieder immer_wieder_gerne top topp daumen_hoch gefällt gefällts gefallen mag mögen lob lobt loben gelobt preisgekrönt* ausgezeichnet bewundernswert* bewunder* vorbildlich* günstig* preiswert* hochwertig* elegant* edel
      gute_nacht guten_morgen guten_appetit alles_gute alles_liebe frohes happy nice love awesome great best good amazing geilo fetzt rockt läuft_super funktioniert_super klappt_super überzeugt überzeugend* vielversprechend* traum träumchen held helden heldin supi`,
    1: `ok okay fein hoffe hoffentlich hoffnung* lol haha hahaha hihi hehe xd klappt funktioniert läuft einfach schnell* sicher* sauber* frisch* bequem* leicht* klug* schlau* stark* richtig wichtig* möglich* vorteil* nützlich* verbesser* fortschritt* chance* unterstütz* hilft geholfen lösung gelöst repariert
      freund* freundin* familie geburtstag wochenende feierabend sonne sonnig* sommer ostern weihnacht* prost bitte grüße gruß lg vorfreude neugierig* gespannt ruhe erhol* wachstum wächst rekord* steigt stabil* robust* modern* gesund* endlich fair* ehrlich* vertrau* sympathie verdient bestanden geschafft lächel* grins schmunzel* zwinker* kuschel* fan fans lieblings*
      fördert gefördert eröffnet eröffnung auszeichnung preis_gewonnen empfohlen gewinner verlässlich freut_sich lädt_ein jubel jubelt feiert`,
    [-1]: `leider schade traurig* müde langweilig* langsam* spät verspät* verspätung* problem* fehler* falsch* kaputt teuer* überteuert* schwierig* schwer kompliziert* umständlich* unklar* unsicher* verwirr* warum_nicht wieso wtf ach seufz hm hmm naja nunja tja
      krank* kopfschmerz* schmerz* weh stress stressig* nerv nervt nerven nervig* genervt* kritik* kritisiert warnung* warnt warnen gefahr gefährlich* risiko risiken angst ängst* sorge* sorgen zweifel* vorwurf vorwürfe verdacht beschuldigt streit streik* protest* krise* verlust* verlier* verloren verlor niederlage* pleite insolven* schulden sinkt gesunken absturz einbruch
      vermisse vermiss fehlt fehlen mangel* mangelhaft* schwach* schwäche* unfair* ungerecht* unnötig* unfreundlich* unzufrieden* ungenügend* enttäuscht_nicht weg müssen verzichten leiden leid verletz* verletzte* unfall brand droht drohung* drohen drohungen verbot* verboten strafe* klage klagt anklage verurteilt festgenommen verhaftet gefängnis haft
      kälte kalt regen scheitert gescheitert verpasst vergessen stau ausfall ausgefallen abgesagt beschwer* reklam* defizit* lücke* veraltet* hakelig* ruckel* hängt abzocken bug bugs lag hacker gehackt alleine einsam* weinen wein heul* heulen seltsam* komisch* merkwürdig* gegen rücktritt affäre* flüchtling* lüge
      gestrichen ausgesetzt rückruf datenleck sicherheitslücke entlass* entlassungen kündig* gekündigt stellenabbau schließt schliesst schließung überlastet unerreichbar wartezeit mängel beanstand* bemängel* kurssturz verzögert verzögerung störung störungen hitze flucht überfall überfordert`,
    [-2]: `schlecht* schlimm* blöd* blöder doof* dumm* dumme dummheit idiot* trottel* depp* deppen vollidiot* spast* spinner* peinlich* lächerlich* enttäusch* ärger* ärgerlich* verärger* wütend* wut sauer zornig* hässlich* ekel* eklig* widerlich* grauenhaft* grausam* grauenvoll* furchtbar* fürchterlich* schrecklich* entsetzlich*
      mist mies* miese mieser nutzlos* sinnlos* wertlos* unbrauchbar* unverschämt* frech* frechheit unverschämtheit unmöglich* inakzeptabel* unzumutbar* unterirdisch* lachhaft* armselig* erbärmlich* jämmerlich* kotz* kotzen zumkotzen nervig nervtöt* schrott müll dreck* dreckig* schmutz* stinkt stinkend*
      hass hasse hassen hasst gehasst verdammt verflucht scheitern versagt versagen versager* pfusch* abzock* betrug* betrogen betrüger* betrügen lügen lügner* lügt gelogen korrupt* korruption kriminell* diebstahl gestohlen geklaut skandal* katastroph* desaster* horror alptraum* albtraum* tragöd* tragisch*
      tod tot tote toten getötet gestorben stirbt sterben mord* mörder* terror* anschlag attentat bombe_explo* krieg nazi* nazis rassist* rassismus faschist* hetze selbstmord krebs opfer bluttat
      nie_wieder nicht_empfehlen nicht_zu_empfehlen nicht_empfehlenswert finger_weg keine_empfehlung geht_nicht funktioniert_nicht geht_gar_nicht klappt_nicht kein_bock keine_lust kein_bock_mehr keinen_bock nicht_gut nicht_zufrieden nicht_schön nicht_lustig nicht_mehr_normal reinfall rausgeschmissen* geldverschwendung zeitverschwendung verschwend* verarsch* verarscht kaputtgespart unfähig* unfähigkeit inkompetent* heuchler* heuchelei hohl* penner assi asozial* schäm* schande fremdschämen fail epic_fail boah langweiler
      depri depressiv* deprimier* verzweifel* frust* frustrier* hoffnungslos* unerträglich* zerstör* ruinier* versaut hurensohn* schlampe nutte wichser* opfer_du fresse halt_die halts_maul klappe_halten`,
    [-3]: `scheiß* scheiss* scheisse scheiße beschissen* arsch* arschloch* arschlöcher fick* ficken fuck fucking shit kacke kack* grottenschlecht* grottig* katastrophal* abscheulich* miserabel* schlechteste* allerletzte* ekelhaft* absolut_schlecht drecks* saftladen drecksladen sauladen pest abartig* schweinerei sauerei`,
  },
}
