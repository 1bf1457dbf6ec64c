import type { Words } from './words.ts'

/** Written by hand for this project. Accents are written; texts are compared without them. */
export const pt: Words = {
  negators: 'não nao n nem nunca jamais nada ninguém nenhum nenhuma sem num tampouco',
  without: 'sem',
  intensifiers:
    'muito mt mto mtoo muuuito tão demais super bem realmente totalmente completamente absolutamente extremamente mega ultra hiper mais bastante puta_que incrivelmente que puro verdadeiramente',
  diminishers: 'pouco um_pouco meio quase razoavelmente ligeiramente',
  contrast: 'mas porém contudo todavia entretanto embora só_que',
  irony: 'parabéns_aos_envolvidos obrigado_por_nada obrigada_por_nada que_beleza_hein',
  than: 'que',
  comparatives: 'melhor melhores pior piores mais menos',
  unlike: 'ao_contrário_de ao_contrário_da ao_contrário_do em_vez_de ao_invés_de comparado_com diferente_de',
  opinions: 'acho acha acham achamos creio penso pensa pensam acredito diria considero',
  thanks: 'obrigado obrigada obg brigado brigada valeu agradeço',
  common: `abaixo acaba acho acima agora ainda alem algo algum alguma algumas alguns alguém além ante antes aonde apenas apesar apos após aquela aquelas aquele
    aqueles aqui aquilo assim através bastante cada casa cerca certa certo coisa coisas comigo consigo contra contudo coube cujo daquela daquele dela
    delas dele deles demais dentro depois desde dessa desse desta deste deve devem dever deveria dias disse disso disto dizem dizer dois durante elas eles
    embora enquanto entre então eram essas esses estar estas estava estavam este esteja estes estive estou está estão fala falar falta fazem fazendo fazer
    faço feita feito fica ficar ficou fomos fora foram fosse gente grande haver havia hoje homem hora horas igual indo isso isto jamais lado logo lugar
    maior maioria mais melhor menos meses mesma mesmas mesmo mesmos meus minha minhas momento muita muitas muito muitos mundo nada naquele nela nele nessa
    nesse nesta neste ninguém nisso nossa nossas nosso nossos nova novo nunca onde ontem outra outras outro outros para parece parte partir passado passar
    pela pelas pelo pelos perto pessoa pessoas pode podem poder poderia pois ponto porquê porém posso pouca pouco precisa primeira primeiro proximo
    própria próprio próximo pude quais qualquer quanto quantos quase quer querem quero quis sabe saber sair sempre sendo seria será serão seus sido sobre
    sobretudo somente somos suas tais talvez também tanto tarde temos tempo tenha tenho teria teve tinha tinham tipo tive toda todas todos tudo umas usar
    vamos vezes vida vindo voce voces você vocês volta várias vários última último`,
  degrees: {
    3: `amo amei amando amamos ama amor amores te_amo adoro adorei adorando adorou adora maravilhoso maravilhosa maravilhosos maravilhosas maravilha perfeito perfeita perfeitos perfeitas perfeição excelente excelentes incrível incríveis fantástico fantástica espetacular sensacional lindo linda lindos lindas lindona lindão
      lindíssima ótimo ótima ótimos ótimas melhor_do_mundo o_melhor a_melhor os_melhores melhores melhor_programa arrasou arrasa arrasando arrasaram divo diva musa mito rainha rei apaixonado apaixonada apaixonei encantador encantadora encantado encantada emocionante emocionei magnífico extraordinário brilhante espetáculo
      delícia delicioso deliciosa deliciosas diferenciado nota_10 nota_dez nota_mil top_demais bom_demais muito_bom muito_boa show_de_bola fofa_demais sem_palavras obra_prima genial geniais épico lacrou lacrando lacradora lacre sambou`,
    2: `bom boa bons boas bem melhor legal legais bacana feliz felizes felicidade felicidades parabéns parabens obrigado obrigada obg brigada brigado valeu agradeço agradecido gratidão grato grata alegria alegre contente gosto gosta gostei gostando gostou gostoso gostosa curti curtindo curto curtir divertido divertida diversão
      engraçado engraçada hilário rir rindo rio ri_muito risos sorriso sorrir sorrindo orgulho orgulhoso orgulhosa sucesso sucessos vitória venceu vencedor vencer ganhou ganhar ganhei ganhando ganhe campeão campeã merece mereceu merecido merecia torcendo torcida torço boa_sorte sorte bravo viva show top topzera
      fofo fofa fofos fofas fofura fofo_demais querido querida queridos bonito bonita bonitos bonitas gato gata gatinho gatinha gatíssimo simpático simpática carismático inteligente talento talentoso talentosa talentos inspiração inspirador inspiradora interessante útil fácil rápido eficiente recomendo recomendado confortável
      beijo beijos bjs bjo bjos beijinho beijão abraço abraços carinho saudades_boas bem_vindo bem-vindo bom_dia boa_noite boa_tarde boa_semana feliz_aniversário feliz_natal ansioso_pra ansiosa_pra não_vejo_a_hora mal_posso_esperar que_lindo que_linda que_fofo que_fofa que_delícia que_show que_bom que_legal que_maravilha
      sem_problemas sem_problema vale_a_pena nada_mal de_boa massa daora da_hora irado irada firmeza sensato sensata fera craque mitou mitando mita tamo_junto sou_fã fã fãs amoooo love best great good happy nice cool perfect wow yes yeah eba uhul uhuu aeee aee ebaa abençoado abençoada abençoe benção bênção respeito admiro admiração exemplo guerreira guerreiro elegante satisfeito emoção emocionado emocionada emocionou chorei_de`,
    1: `ok espero esperança tomara haha hahaha hahahaha kkk kkkk kkkkk kkkkkk kkkkkkk kkkkkkkk rs rsrs rsrsrs hehe huehue lol xd amigo amigos amiga amigas família festa férias praia verão sexta final_de_semana presente presentes aniversário ajuda ajudar ajudou solução resolvido melhorar melhorou apoio apoiar positivo novo nova grátis seguro limpo claro
      forte saudável paz liberdade oportunidade crescimento recorde finalmente enfim favorito favorita pronto tranquilo quero querendo vontade saudade_boa deus torcer estreia especial
      inaugura inauguração prêmio prémio premiado lança lançamento conquista conquistas conquistou`,
    [-1]: `pena triste tristes tristeza cansado cansada cansaço chato chata chatos chatas chatice tédio lento lenta atraso atrasado problema problemas erro erros falso falsa falsos caro cara_de_pau difícil complicado duro perde perdeu perdi perder perdendo perda falta faltou mal doente doença dor dói doeu medo preocupado preocupação dúvida
      crítica críticas polêmica polémica crise greve desemprego dívida perigo perigoso risco ameaça acidente ferido feridos denúncia acusado preso presa prisão condenado violência ataque guerra queda cai caiu baixa demissão reclamar reclamando reclamação reclama cancelado cancelada esperando não_chega contra por_que affs aff afff ai putz poxa puxa ué sono fome frio estresse nervoso nervosa
      sozinho sozinha chorar chorando choro chorei sinto_falta saudade saudades impossível inútil fracasso fraco fraca fracos culpa culpado mentira exagero exagerado forçado forçada forçando sem_sal sem_graça saiu eliminado eliminada sair sai injusto injusta injustiça cansei desisto parem para_de parem_de coitado coitada cadê volta não_consigo não_entendo não_aguento arrogante metido metida
      suspenso suspende corte cortes incêndio enchente colapso defeito defeitos demora demorou multa multas escândalo denunciado investigado delação propina impeachment`,
    [-2]: `ruim ruins mau má péssimo péssima péssimos horrível horríveis horror terrível odeio odiei odeia odiando ódio nojo nojento nojenta feio feia feios feias estúpido estúpida idiota idiotas imbecil imbecis burro burra burros burrice besteira besteiras bobagem ridículo ridícula ridículos ridículas patético lamentável vergonha vergonhoso vergonha_alheia
      decepção decepcionado decepcionada decepcionante decepcionou raiva irritado irritada irrita irritante irritando insuportável insuportáveis inaceitável absurdo absurda desastre catástrofe caos lixo porcaria droga bosta tosco tosca toscos brega cafona
      golpe golpistas golpista ladrão ladrões roubo roubar roubaram roubado fraude corrupto corruptos corrupção mentiras mentiroso mentirosa mente mentindo enganação engano enganado hipócrita hipócritas hipocrisia incompetente incompetentes palhaço palhaços palhaçada manipulação
      morte mortes morto mortos morta morre morreu morrer matar mata matou assassino assassinos assassinato suicídio câncer terrorista terrorismo atentado nazista fascista racista racistas racismo machista machismo homofóbico preconceito preconceituoso ditadura vítima vítimas tragédia pesadelo inferno desgraça desgraçado
      não_recomendo não_presta não_funciona não_gosto não_gostei não_curti nunca_mais que_nojo que_pena que_raiva que_vergonha que_ódio que_horror que_merda que_chato que_chata que_triste perda_de_tempo ninguém_merece não_dá não_suporto mala pé_no_saco cala_a_boca calaboca babaca babacas otário otária trouxa trouxas vagabunda vagabundo vadia escroto escrota cretino nojentos
      cobra cobra_venenosa falsidade falsiane vaca piranha puta putas viado arrombado cuzão maldito maldita depressão deprimente fora_temer vsf vtnc tnc pqp krl caralho_de`,
    [-3]: `merda merdas de_merda uma_merda bosta filho_da_puta filhos_da_puta fdp foder fuder fudido fudida foda-se fodase vai_se_foder vai_se_fuder vai_tomar lixos detesto detestável repugnante desprezível nefasto asqueroso vomitar o_pior a_pior pior piores pior_programa`,
  },
}
