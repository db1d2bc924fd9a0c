// Which passwords are used most is a fact that was counted in ten million leaked ones; the ranks are those of the list
// in zxcvbn (https://github.com/dropbox/zxcvbn, data/passwords.txt, MIT license). Coarse words are on it because people
// use them.

import { onFirstUse } from '../concurrency/on-first-use.ts'

/** The 3,000 most used passwords of at least eight characters, in lower case: shorter ones are refused anyway. */
export const commonPasswords = onFirstUse(
  (): ReadonlySet<string> =>
    new Set(
      `
  0.0.0.000 01011900 01011910 01011950 01011960 01011961 01011970 01011971 01011972 01011973 01011974 01011975
  01011976 01011977 01011978 01011979 01011980 01011981 01011982 01011983 01011984 01011985 01011986 01011987
  01011988 01011989 01011990 01011991 01011992 01011993 01011994 01011995 01011999 01012000 01012001 01012010
  01012011 01020304 01021990 01031985 01031988 01031989 01041985 01041988 01061986 01061990 01071986 01081989
  01091987 01091989 01121986 01121988 0192837465 02011971 02011975 02011980 02011981 02011982 02011983 02011984
  02011985 02011986 02011987 02011988 02011989 02021971 02021973 02021976 02021979 02021981 02021982 02021983
  02021984 02021985 02021986 02021987 02021988 02021989 02021990 02031970 02031973 02031974 02031975 02031977
  02031978 02031979 02031980 02031981 02031982 02031984 02031985 02031986 02031987 02031988 02031989 02041972
  02041973 02041974 02041975 02041976 02041977 02041978 02041979 02041980 02041981 02041982 02041983 02041984
  02041985 02041986 02041987 02041988 02041989 02051970 02051972 02051973 02051975 02051976 02051977 02051978
  02051980 02051981 02051982 02051983 02051984 02051985 02051986 02051987 02051988 02051989 02061971 02061972
  02061974 02061976 02061977 02061980 02061982 02061983 02061984 02061985 02061986 02061987 02061988 02061989
  02071971 02071975 02071976 02071978 02071979 02071980 02071981 02071982 02071983 02071984 02071986 02071987
  02071988 02071989 02081970 02081973 02081974 02081976 02081977 02081980 02081982 02081983 02081984 02081985
  02081986 02081987 02081988 02081989 02091971 02091973 02091975 02091976 02091977 02091980 02091981 02091983
  02091984 02091985 02091986 02091987 02091989 02101973 02101976 02101977 02101979 02101981 02101983 02101984
  02101985 02101986 02101987 02101988 02101989 03031986 03041986 03041991 03082006 04041988 04041991 05051985
  05051987 05051989 06061986 07071977 07071987 07091990 08031985 08031986 08051990 08081988 08121986 09051945
  0987654321q 0o9i8u7y 10011986 10011990 10031988 10051987 10071987 10101986 10101990 10203040 1020304050 10293847
  1029384756 11001001 11051987 11051990 11061985 11081989 11111111 11112222 1111qqqq 11121986 111222333 11223344
  1122334455 112233445566 11235813 1123581321 12011987 12021988 12031985 12031987 12051988 12121212 12121985 12121990
  12131415 1213141516 12312312 123123123 1232323q 123321123 12341234 12344321 1234509876 12345123 123454321
  1234554321 123456123 123456654321 12345677 12345678 123456789 1234567890 1234567890a 1234567890q 1234567890z
  1234567891 12345678910 1234567899 123456789987654321 123456789a 123456789d 123456789m 123456789o 123456789p
  123456789q 123456789qwe 123456789r 123456789s 123456789v 123456789z 12345678a 12345678q 12345679 1234567a 1234567aa
  1234567q 12345687 123456987 123456aa 123456as 123456qqq 123456qw 123456qwe 123456qwerty 123456ru 12345abc 12345asd
  12345qaz 12345qwe 12345qwer 12345qwert 12345qwerty 12348765 12349876 1234abcd 1234asdf 1234kekc 1234qwer 1234rewq
  1234zxcv 123581321 12365478 123654789 12369874 123698745 123789456 123qq123 123qwe123 123qweasd 123qweasdzxc
  123qwert 123qwerty 12qw12qw 12qw34er 12qwaszx 13021990 13031987 13041987 13041988 13061986 13121985 13243546
  134679852 1357908642 135792468 1357924680 135798642 14021985 14021986 14061991 14111986 14725836 147258369 14785236
  147852369 14789632 147896325 14881488 15011987 15021985 15051981 15051990 15101986 15426378 159357159 159753159
  159753456 16051987 16051989 16121987 17011987 17051988 17061988 18011987 18061990 18091985 18121812 18436572
  19061987 19101987 19283746 192837465 19411945 1a2b3c4d 1a2s3d4f 1a2s3d4f5g 1michael 1million 1mustang 1passwor
  1password 1q2q3q4q 1q2w3e4r 1q2w3e4r5 1q2w3e4r5t 1q2w3e4r5t6y 1qa2ws3ed 1qaz2wsx 1qaz2wsx3edc 1qaz2wsx3edc4rfv
  1qazxsw2 1qazxsw23edc 1qazzaq1 1qw23er4 1x2zkg8w 1z2x3c4v 1z2x3c4v5b 20031987 20051988 20061988 20091988 20091991
  20111986 20spanks 21011989 21031987 21031988 21031990 21051988 21051991 21101986 22011988 22021986 22021989
  22031984 22041987 22041988 22061941 22071986 22446688 23021986 23041987 23skidoo 24011985 24061986 24111989
  24681012 25031987 25041988 25081988 25091987 25121987 25800852 25802580 26031988 26061987 27061988 27731828
  28011987 28021990 28021992 28041987 29011985 29051989 29071983 2wsx3edc 30031988 30041986 30051985 31011987
  31415926 321654987 369258147 3edc4rfv 3rjs1la7qe 44332211 45m2do5bs 4815162342 50spanks 55bgates 5wr2i7h8 66613666
  69camaro 73501505 74108520 74123698 741258963 741852963 7777777a 78945612 789456123 7894561230 789456123a 789632145
  789654123 7ugd5hip2j 8j4ye3uz 911turbo 918273645 9293709b13 963258741 963852741 987456321 987654321a 99762000
  a1234567 a12345678 a123456789 a123456a a1a2a3a4 a1b2c3d4 a1b2c3d4e5 a1s2d3f4 a1s2d3f4g5 aa123456 aaa111222 aaaa1111
  aardvark abc12345 abc123456 abcd1234 abcde12345 abcdefg1 abdullah aberdeen abnormal abracadabra abrakadabra
  absolute absolutely acapulco access14 access99 achilles acidburn addicted adelaide adgjmptw adidas123 admin123
  administrator adrenalin adrianna adrienne advanced adventure aerosmit agent007 airborne aircraft airforce airplane
  alabama1 albatros alcatraz alejandr alejandra alejandro aleksandr aleksandra alessand alessandro alex1234 alexande
  alexander alexander1 alexandr alexandra alexandre alexandria alexis123 alfarome aligator alleycat alliance allison1
  allnight allstate almighty alpha123 alphabet alterego amanda123 amateurs ambrosia america1 american amethyst
  amsterda amsterdam anaconda anakonda anastasi anastasia anastasiya andersen anderson andromed andromeda andyod22
  angel123 angel666 angelica angelika angelina angels123 anhyeuem animated annabell annmarie anonymous antelope
  anthony1 anthony2 anthony7 antonina antonio1 anything aolsucks apollo11 apollo13 apple123 applepie aquarius
  arcangel archange archangel architec argentin argentina arizona1 arkansas armageddon armagedon armstron armstrong
  arsenal1 as123456 asd123456 asdasd123 asdf1234 asdfasdf asdffdsa asdfg123 asdfgh01 asdfghjk asdfghjkl asdfjkl1
  asdfqwer asdfzxcv asdqwe123 ashleigh aspirine assassin asshole1 assholes asslover assmunch athletic atlanta1
  atlantic atlantis atreides attitude attorney auckland augustin augustus austin31 australi australia avalanch
  aviation awesome1 azertyui azertyuiop azsxdcfv babemagn babemagnet baberuth babybear babyblue babycake babydoll
  babyface babygirl babygirl1 babylon5 babylove backbone backdoor backspace badabing badger12 bajingan balloons
  ballsack baltimor baracuda barbados barbara1 barcelon barcelona barefeet barefoot baritone barselona baseball
  baseball1 basement basketba basketbal basketball basketball1 bastards batman12 bcfields bearcats beatles1 beatrice
  beautifu beautiful beckham7 beefcake beethove bellagio bendover benedict benessere benjamin bergkamp berkeley
  bernardo bernhard bertrand bestfriend bettyboo bettyboop beverley bigballs bigblack bigblock bigboobs bigbooty
  bigbucks bigdaddy bigdick1 bigdicks bigmoney bigpenis bigpoppa bigtruck billabon billabong billybob billyboy
  binladen biohazard bionicle birthday bisexual bismarck bismilla bismillah bitchass blackberry blackbir blackbird
  blackcat blackdog blackhaw blackhawk blackice blackjac blackjack blacklab blackman blackops blackout blahblah
  blessed1 blessing blink182 blizzard blowfish blue1234 blueball bluebell blueberr blueberry bluebird blueeyes
  bluefish bluejays bluemoon bluesman bluestar bobafett bobdylan bobmarley bollocks bonehead bonjour1 bookworm
  boomboom borabora bordeaux borussia bradford bradley1 brandon1 braveheart brewster brighton brigitte brisbane
  brittany brittney broadway broncos1 brooklyn brothers browndog browning brucelee bubba123 bubbles1 buckaroo
  buckeyes buckshot buckwhea budapest buddy123 buddyboy buddydog budlight budweise budweiser buffalo1 building
  bukowski bulldog1 bulldogs bulletin bullfrog bullseye bullshit bunghole business buster12 buttercu buttercup
  butterfl butterfly butterfly1 buttfuck butthead butthole bynthytn cabernet cadillac calendar caliente californ
  california caligula calimero callaway callisto camaro69 camaross cambiami cambridg cameltoe cameron1 campbell
  canadian candyass candyman cannabis cannibal cantona7 capetown capitals capoeira capricor capricorn capslock
  captain1 cardinal cardinals care1839 carebear carlisle carlitos carnival carolina caroline carpedie carpediem
  carpente cartman1 cartoons casablanca casanova cashflow cashmone cashmoney cassandr cassandra castillo catalina
  catfight catherin catherine catwoman cavalier cbr900rr cdtnkfyf celebrity celtics1 cerberus cfitymrf chadwick
  chainsaw chairman challeng chambers champion chandler change123 changeme chargers charisma charlene charles1
  charlie1 charlie2 charlott charlotte charlton checkers checkmat cheerleaers cheese123 chelsea1 chemical cherokee
  cherries cheshire chester1 chestnut chevelle chevrole chevrolet chevys10 chewbacc cheyenne chicago1 chicken1
  chickens chickenwing101 children chipmunk chiquita chocolat chocolate chocolate1 choochoo chopper1 chris123
  chrisbln christel christia christian christie christin christina christine christma christmas christop christophe
  christopher chrysler chuckles churchil cinnamon citation civilwar cjkysirj clarence clarinet clarissa classics
  claudia1 claymore clemente cleopatr cleopatra clevelan cleveland clifford climbing clippers clitoris close-up
  clueless cnfybckfd cobra427 cocacola cocksuck cocksucker coldbeer coldplay colombia colonial colorado coltrane
  columbia columbus comanche comicbookdb commande commander commando complete computer computer1 concorde concrete
  confused conquest constant consumer continue contortionist contract converse cookie123 cooldude coolhand coolness
  copenhag corleone cornelia cornhole cornwall corvet07 corvette costanza costello cosworth courtney coventry
  cowboys1 cowboyup crackers crawford crazybab crazyman creampie creation creative creature creepers crescent
  cricket1 criminal cristian cristina crjhgbjy cromwell crusader crystal1 cucumber culinary customer cutiepie
  cybersex cyclones cygnusx1 daedalus dagobert daisydog dallas123 dallas22 dangerous daniel12 daniela1 daniella
  danielle dannyboy daredevi daredevil darkange darkangel darklord darkness darkside darkstar darthvad daughter
  david123 davidson daydream daylight dbrnjhbz deadhead deadpool deadspin death666 deathnote december deepthroat
  deerhunt deeznuts deeznutz default1 defender deftones delaware delphine delpiero demo1234 demon666 derparol
  designer destiny1 destroyer detroit1 devil666 devildog devilman dfcbkbcf dfktynby dfktynbyf diablo123 diamante
  diamond1 diamonds dickhead dictionary dietcoke digital1 dilbert1 dilligaf dima1995 dingdong dinosaur diplomat
  dipstick director dirtbike dirtydog disabled disaster discover discovery disturbed dkflbckfd dkflbvbh doberman
  dodgeram dodgers1 doghouse dogpound dolemite dolphin1 dolphins domenico dominick dominika dominion dominiqu
  dominique domino12 dontknow doomsday dortmund doughboy doughnut douglas1 downhill download downtown dragon01
  dragon12 dragon123 dragon69 dragonba dragonball dragonballz dragonfl dragonfly dragster dreamcas dreamcast dreamer1
  dreaming dropkick drowssap drpepper drummer1 dthjybrf dtkjcbgtl dtxyjcnm duracell dutchess dutchman dynamite
  eagles12 earnhard earthlin earthlink eastside eastwood eatmenow eatpussy eclipse1 edmonton eggplant eighteen
  einstein ejaculation ekaterina elcamino eldiablo eldorado electric electron elements eleonora elephant elevator
  elisabet elizabet elizabeth elizaveta embalmer emmanuel enforcer engineer england1 enter123 enternow enterpri
  enterprise entrance envelope erection ericsson escalade escorpio espresso estrella eternity euphoria evanescence
  evangeli evangelion everlast evolutio evolution excalibu excalibur exchange experience experienced explorer
  f00tball fabulous facebook fairlane faithful fandango fantasia fantasies fantasti fantasy1 fantomas farscape
  fastball fatima123 favorite favorite2 favorite6 fearless feathers february federico feelgood fellatio fenerbahce
  ferguson fernanda fernande fernando ferrari1 festival fgtkmcby fhvfutljy fidelity fighting finalfantasy fireball
  firebird fireblad fireblade firefigh firefire firehawk fireman1 firestorm firewall fishbone fishcake fisherma
  fisherman fishface fishhead fishing1 fishtank fivestar fkbyjxrf fktrcfylh fktrcfylhf flamengo flamingo flanders
  flashman flathead fletcher flexible flipflop flipper1 florence florida1 flounder flvbybcnhfnjh flyers88 football
  football1 fordf150 fordf350 fordtruc foreplay foreskin forester forever1 forgetit formula1 forsaken forsberg
  fortress fountain foxylady francesc francesca francesco francine francisc francisco francois frankie1 franklin
  freckles frederic frederick frederik fredrick freebird freedom1 freedom2 freefall freepass freeporn freestyle
  freeuser freewill frenchie friday13 friendly friends1 friendster front242 frontier fruitbat fuck_inside fuckface
  fuckhead fuckinside fuckme69 fuckoff1 fuckthis fuckyou1 fuckyou2 fujifilm fullback fullmoon function funstuff
  funtimes fussball futurama futyn007 fuzzball fyfcnfcbz fyfnjkbq fyutkbyf fyutkjxtr gabriel1 gabriela gabriela1
  gabriele gabriell gabrielle gallaries gamecock gamecube gameover gandalf1 gangbang gangbanged gangster gannibal
  garfield gargoyle garrison gateway1 gateway2 gatewood gatorade gbhfvblf general1 generals genesis1 geoffrey
  georgia1 georgina geronimo gertrude gesperrt getmoney gfgfvfvf gfhjkm12 gfhjkm123 gfhjkmgfhjkm ghbdtn123 ghbdtnbr
  ghbdtndctv ghbdtnrfrltkf ghblehjr ghbywtccf ghhh47hj7649 ghjcnbnenrf ghjcnjgfhjkm ghjcnjnfr ghjuhfvvf ghostrider
  gianluca gigabyte gilligan giovanna giovanni giuseppe gizmodo1 gladiato gladiator glendale gn56gn56 godbless
  godfathe godfather godsmack godspeed godzilla gogators goldberg goldeney goldeneye goldfing goldfish goldstar
  goldwing golfball golfer12 gonzales gonzalez good123654 goodgirl goodluck goodtime goodyear goofball google123
  gordon24 gorgeous gotohell graduate graphics grateful graywolf greatest greatone greedisgood green123 greenbay
  greenday greenday1 greenman greentea gregory1 gretchen greywolf griffith groupd2013 gsxr1000 gtnhjdbx guardian
  guillaum guillerm guinness gunnersfc hairball halflife hallo123 hallowee halloween hamilton handball handsome
  handyman hannah123 hannibal happines happiness happy123 happyday happyman hardball hardcock hardcore harddick
  hardrock hardware hardwood harley12 harrison harrypotter hartford hastings hattrick hawaii50 hawaiian hawkeyes
  hawthorn hayabusa headache heather1 heavenly hedgehog heineken heinrich hellfire hello123 hello1234 hellohel
  hellokitty hellsing hellyeah helsinki hercules herewego heritage hetfield highbury highheel highland highlander
  highlife hillbill hillside holidays hollywoo hollywood holyshit home1234 homebrew homemade homepage homework
  hondacbr honduras honeybee honeybun hongkong honolulu hooligan hoosiers hooters1 hopeless horizon1 horseman
  horsemen hospital hotgirls hotmail1 hotpussy hotstuff hounddog housewifes houston1 htubcnhfwbz hugetits hugoboss
  humphrey hunter12 hurrican hurricane huskers1 hydrogen hyperion ibilltes icecream icehouse iceman12 idontkno
  idontknow ihateyou ilikepie illinois illmatic illusion ilovegod iloveme1 ilovepussy ilovesex iloveyou iloveyou1
  iloveyou12 iloveyou2 ilya1234 immortal imperial implants imtheman india123 infamous infantry infected infiniti
  infinity information innocent insanity insecure insomnia inspiron instinct integral interacial intercourse interest
  internal internet internet1 intrepid intruder inuyasha ireland1 irishman ironmaiden isabella isabelle islander
  istanbul istheman italiano iverson3 j3qq4h7h2v jackass1 jackson1 jackson5 jamaica1 james007 james123 jamesbon
  jamesbond january1 japanees japanese jasmine1 jasper12 jayhawks jeanette jediknig jeepster jefferso jefferson
  jeffrey1 jellybea jellybean jennifer jennifer1 jennings jeremiah jermaine jessica1 jessica2 jesus123 jesus777
  jiggaman johannes johncena johndeer johngalt johnson1 johnston jonathan jonathon jordan123 jordan23 joseph12
  josephin josephine joshua123 joystick juliette junkmail jupiter1 jupiter2 jurassic just4fun justdoit justice1
  justinbieber juventus kakashka kamasutra kamikadze kamikaze kangaroo karolina katarina katerina katherin katherine
  kathleen kawasaki kayleigh kazantip kcchiefs kcj9wx5n kenneth1 kennwort kentucky kenworth kevin123 keyboard
  keystone kfcnjxrf kickflip kicksass kikimora killbill killer12 killer123 kimberly kingfish kingkong kingston
  kirkland kissmyas kissmyass kittycat kittykat kjrjvjnbd kleopatra klondike knickerless knickers knight12 knockers
  knuckles komputer konstantin kordell1 koroleva krasotka kristen1 kristian kristin1 kristina kristine krokodil
  krystal1 labrador lacrimosa lacrosse laetitia lakers24 lakeside lakewood lalakers lambchop lamborghini lancelot
  landmark landrove lapochka laserjet lasvegas laughing laurence lavalamp lawrence leavemealone lebowski leedsutd
  left4dead lemonade lenochka leonardo leonidas lesbians letmein1 letmein123 letmein2 letmeinn letmesee letsdoit
  letsfuck lfitymrf libertad liberty1 lifehack lifetime lighthou lighthouse lighting lightnin lightning lilwayne
  limewire lincoln1 lineage2 lingerie linkedin lionhear lionheart lionking lipstick livelife liverpoo liverpool
  liverpool1 livewire ljxtymrf lockdown lockerroom logitech lokomotiv lol12345 lollipop lollypop london12 lonesome
  lonestar lonewolf longdong longhair longhorn longjohn longshot lorraine losangeles love1234 lovehate loveless
  lovelife lovelove loveme12 loverboy loverman lovers12 loveyou1 lowrider lucky123 luckydog luckyone ludacris
  lunchbox macaroni macdaddy macgyver macintos macintosh madagaskar madala11 madeline madison1 madonna1 magazine
  magdalena magellan magic123 magician magicman magnolia mailcreated5240 mainland majestic makaveli makeitso maksimka
  malaysia mallorca mallrats mamacita mamapapa mamochka manager1 manchest manchester mandarin mandingo mandrake
  manhatta mannheim manunited maradona marajade marathon marauder marcella marcello marcius2 margaret margarit
  margarita marianna marianne marie123 marijuan marijuana mariners marines1 marino13 mariposa marishka marjorie
  marlboro marriage marseill marseille marshall martinez maryjane maryland masamune maserati mash4077 master12
  master123 masterbate masterbating mastermind masturbation matchbox matthew1 matthews matthias maurizio maverick
  maximilian maximus1 maxpower maxwell1 mazafaka mazda323 mazda626 mazdarx7 mcdonald mckenzie meatball meathead
  meatloaf mechanic medicine megadeth megapass megatron melanie1 melissa1 meowmeow mephisto mercedes merchant
  mercury1 meredith meridian mersedes messenger metallic metallica metallica1 michael1 michael2 michaela michaels
  michele1 michelle michelle1 michigan mickey12 microlab microphone microsof microsoft midnight mike1234 milamber
  military milkyway millenium millions millwall minecraft minimoni ministry minnesot minnesota mischief misfit99
  mission1 mississi mississippi missouri mistress mitchell mobydick modelsne mohammad mohammed mojojojo molly123
  mollydog monalisa money123 moneyman mongoose monkey12 monkey123 monkey69 monkeybo monkeyboy monolith monopoly
  monster1 monsters montana1 montecar monterey montgom240 montreal montrose moonbeam moonligh moonlight moonshin
  morgan12 morozova morpheus morrison morrowind mortgage morticia mortimer motdepasse motherfu motherfucker
  motherlode motocros motocross motorola mountain mudvayne muhammad mulligan multiplelo munchkin mushroom musician
  musicman mustang1 mustang2 mustang5 mustang6 mustangs myfriend mynameis mypasswo mypassword myspace1 myxworld
  nancy123 napoleon nascar24 nastenka natalie1 natascha natasha1 natedogg nathalie nathan12 nathanie nathaniel
  national naughty1 nautilus navigator navyseal ncc1701a ncc1701d ncc1701e ncc74656 nebraska needforspeed negative
  nemrac58 netscape nevermin nevermind nevermore newcastl newcastle neworder newpass6 newproject2004 newstart
  newyork1 nicetits nicholas nicholas1 nightmar nightmare nightowl nightwin nightwish nineball nineinch nineteen
  nintendo nirvana1 nocturne nokia123 nokia5130 nokia5530 nokia5800 nokia6233 nokia6300 nokian73 noname123 nopassword
  normandy northern nosferatu nostromo notebook nothing1 notredam nounours november nthvbyfnjh ntktdbpjh nuttertools
  nwo4life nygiants oblivion obsidian october1 octopus1 offshore offspring ohshit123 oklahoma olivia123 opendoor
  operator optimist original outsider overkill overlord p0015123 p0o9i8u7 p4ssw0rd p@55w0rd p@ssw0rd p@ssword
  pa55w0rd pa55word packers1 paintbal paintball painting pakistan paladin1 pallmall palmtree panasoni panasonic
  pancakes panorama pantera1 panther1 panthers pantyhos papabear papamama paperino papillon paradigm paradise
  paramedi paramore paranoid parlament pasadena pass1234 passcode passmast passport passw0rd passw0rd1 passwor1
  password password01 password1 password11 password12 password123 password2 password9 password99 passwords passwort
  patches1 pathetic pathfind patience patricia patrick1 patriots pavement pavilion peaches1 pearljam peekaboo
  penelope penetration penguin1 penguins pennywis pentagon penthous pepper12 perfect1 personal pertinant peterbil
  peterpan peterson petrovich phantom1 pharmacy phialpha philippe phillies phillips phoenix1 pianoman picasso1
  pictuers pictures piercing pimpdadd pimpdaddy pineappl pineapple pinetree pingpong pinkfloy pinkfloyd pinnacle
  pipeline pippen33 piramida pitchers pizzahut pizzaman plastics platinum platypus playball playboy1 playboy2
  playmate playstat playstation playtime please123 pleasure plumbing plymouth poiuytrewq pokemon1 pokemon123
  polniypizdec0211 poohbear pool6123 poontang poophead popcorn1 porkchop pornking pornographic pornstar porsche1
  porsche9 porsche911 portland portugal poseidon positive pounding power123 powerful powerman preacher precious
  predator pregnant prelude1 presario presiden president pressure prestige princesa princesita princess princess1
  princess12 princeto pringles printing private1 priyanka producer profile1 progress property prophecy prospect
  protocol prototype prudence pufunga7782 pumpkin1 pumpkins punisher punkrock puppydog purple12 pussy123 pussy4me
  pussycat pussylover pussyman q1234567 q123456789 q1q2q3q4 q1q2q3q4q5 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 q2w3e4r5
  qawsedrf qawsedrftg qaz123wsx qazwsx12 qazwsx123 qazwsxed qazwsxedc qazwsxedc1 qazwsxedc123 qazwsxedcrfv qazxsw123
  qazxswedc qq123456 quant4307s question qw123456 qwaszx12 qwe123456 qwe123qwe qweasd123 qweasdzx qweasdzxc
  qweasdzxc123 qwedsazxc qweqwe123 qweqweqwe qwer1234 qwerasdf qwerasdfzxcv qwert123 qwert12345 qwerty11 qwerty12
  qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty13 qwertyui qwertyuio qwertyuiop qwertyuiop1 r2d2c3po rachelle
  radiohea radiohead ragnarok raiders1 railroad rainbow1 rainbow6 rainbows rainyday raistlin rammstei rammstein
  randolph ranger12 rangers1 rasputin rastaman raymond1 rdfhnbhf realmadrid rebecca1 reckless recovery redalert
  redbaron reddevil reddwarf redheads redlight redskins redstorm redwings reginald regional register reindeer
  reloaded remember remingto renegade republic research resident revoluti revolution revolver reynolds rfgbnjirf
  rfhfvtkmrf rfhfylfi rfhlbyfk rfhnjirf rfnthbyf rfntymrf rfvfcenhf rhbcnbyf rhfcfdbwf rhfcjnrf rhiannon rhjrjlbk
  rhtdtlrj riccardo richard1 richards richmond riffraff rightnow riverrat riversid riverside rjhjktdf rjirfrgbde
  rjycnfynby roadkill roadking roadrunn roadrunner roadster robert12 robinson robotech robotics rochelle rockford
  rockhard rocknrol rocknroll rockstar rockstar1 rockwell rocky123 rockyou1 rodrigue rolltide romantic romashka
  ronaldinho ronaldo1 ronaldo7 roosters rootbeer rootroot rosebud1 rosemary rosewood runescape rush2112 rushmore
  rustydog sabrina1 sailboat salamander salasana salesman salvador salvator salvatore samantha samantha1 sammy123
  samsung1 samsung123 sandberg sandiego sandman1 sandrine sandwich santiago sapphire sarajevo saratoga sasha123
  sasha_007 satan666 satellite saturday sausages savannah saxophon scarface scarlett schalke04 scheisse schubert
  scirocco scissors scoobydo scoobydoo scooter1 scorpio1 scorpion scorpions scotland scrabble scrapper screamer
  screwyou seahawks sealteam sebastia sebastian secret12 secret123 security seductive segblue2 seinfeld seminole
  semperfi senators sentinel sephirot sephiroth septembe september serenity sergbest sergeant sersolution service1
  services sevenof9 sexybabe sexybitch sexygirl sexylady sexymama sfgiants shadow12 shadow123 shamrock shaney14
  shanghai shannon1 sheepdog sheffield shepherd sheridan sherlock sherwood shinigami shitface shithead shopping
  showtime shredder sickness sidekick sigmachi silverad silverado simpsons sinclair singapor singapore sinister
  sithlord sk8ordie skateboard skeeter1 skeleton skinhead skipper1 skittles skorpion skydiver skywalke skywalker
  slamdunk slapnuts slapshot sleeping slimshad slimshady slipknot slipknot1 slippery slowhand smackdow smackdown
  smartass smashing smeghead smirnoff smirnova smithers smoke420 smoothie snapshot sneakers snickers sniffing
  snoopdog snowball snowbird snowboar snowboard snowflak snuggles soccer10 soccer11 soccer12 soccer123 socrates
  softball softball1 softtail software sojdlg123aljg sokolova solitude solution somebody somerset somethin something
  sometime sonyericsson sonyfuck sooners1 sopranos soso123aljg soulmate southern southpar southpark southpaw
  southside spaceman spanking sparhawk sparkles spartan1 spartans speakers special1 specialk spectrum speedway
  spencer1 spiderma spiderman spiderman1 spitfire splendid splinter spongebo spongebob spongebob1 sporting springer
  sprinter sprocket squerting squirrel srinivas stafford stallion standard stanford stanislav stanley1 starbuck
  starbucks starcraf starcraft stardust starfire starfish stargate starligh starlight starlite starship start123
  startrek starwars starwars1 steelers steelers1 stefanie stephane stephani stephanie stephen1 stephens sterling
  stewart1 stickman stigmata stiletto stinger1 stingray stirling stocking stockton stonecol stonecold stonewal
  stoppedby straight stranger stratfor strawber strawberry streaming strength stripper student1 sublime1 suburban
  success1 suckcock suckdick suckmydick sullivan summer12 summer123 summer69 summer99 sundance sundevil sunflowe
  sunflower sunlight sunnyday sunshine sunshine1 super123 superbow superfly superior superman superman1 supernov
  supernova supersonic supersta superstar superstar1 surprise surveyor survival survivor svetlana sweetheart sweetnes
  sweetness sweetpea swimming swingers swinging swordfis swordfish sylveste sylvester syncmaster syracuse tacobell
  taekwondo tailgate talisman tamerlan tampabay tangerin target123 tarheels taylor12 tazmania technics teddybea
  teddybear telephon telephone temppass tennesse tennessee terminal terminat terminator terrapin test1234 test12345
  testing1 testpass testtest thailand thanatos thankyou thebeast thebest1 thedoors theforce thegreat theodore
  therock1 thetruth thinking thirteen thisisit thompson thrasher threesom thuglife thumbnils thumper1 thunder1
  thunderb thunderbird thursday tiberian tiberius tickling ticklish ticktock tiffany1 tiger123 tigercat tigger12
  timothy1 timoxa94 tinkerbe tinkerbell titanic1 titanium titleist tkbpfdtnf together tokiohotel tomahawk tommyboy
  tomorrow toonarmy topolino topsecret toriamos tortoise tottenha tottenham touching toulouse training transexual
  transfer translator traveler treasure treefrog trfnthbyf triangle trinidad trinitro trinitron trinity1 trombone
  trooper1 tropical trouble1 troubles trousers trucking trueblue truelove truffles trumpet1 trustno1 tunafish
  turkey50 twilight ultimate umbrella unbelievable underdog underground undertak undertaker undertow underwear
  universa universal universe university ursitesux username usmarine usuckballz1 vacation vagabond valencia valentin
  valentina valentine valeriya valhalla valkyrie valleywa vampire1 vampires vancouve vancouver vanessa1 vanguard
  vanhalen vasilisa vauxhall vegeta99 velocity vendetta verbatim veronica veronika vfhbyjxrf vfhnsirf vfhufhbnf
  vfitymrf vflfufcrfh vfntvfnbrf vfpfafrf vfrcbvrf vfvfgfgf victoria victoria1 victory1 viewsoni viewsonic vikings1
  viktoria viktoriya vincent1 vincenzo violator violetta vipergts virginia virginie vivitron vjqgfhjkm vkontakte
  vladimir vladislav vodafone volkswag volleyba volleyball voyager1 vqsablpzla vsjasnel12 wachtwoord wanderer
  warcraft warcraft1 warcraft3 wareagle warhamme warhammer warrior1 warriors washburn washingt washington waterboy
  waterfal waterloo waterman waterski wdtnjxtr weare138 webhompas webmaste webmaster websol76 websolutions wednesda
  wednesday welcome1 welcome12 welcome123 welcome2 wellingt werewolf westside westwood wetpussy wg8e3wjf whatever
  whatever1 whiplash whiskers whistler whiteboy whiteout whitesox whocares whoknows wildbill wildcard wildcats
  wildfire wildlife wildwood william1 williams windmill windows1 windsurf winfield wingzero winston1 winter12
  winter99 wireless wishbone wolfgang wolfpack wolverin wolverine wonderboy wonderfu wonderful woodland woodstoc
  woodstock woodwork woofwoof wordpass wp2003wp wrangler wrestler wrestlin wrestling wrinkle1 wrinkles xxxxxxxx
  yamahar1 yankees1 yankees2 yaroslav yeahbaby yellow12 yfcntymrf yfnfitymrf yjdsqgfhjkm yogibear yosemite youtube1
  z1x2c3v4 z1x2c3v4b5 zachary1 zanzibar zaq12345 zaq12wsx zaq1xsw2 zaq1zaq1 zaqwsxcde zaqxswcde zeppelin zerocool
  zildjian zimbabwe zxasqw12 zxcasdqwe zxcasdqwe123 zxcv1234 zxcvasdf zxcvb123 zxcvbnm,./ zxcvbnm1 zxcvbnm123
  `
        .split(/\s+/)
        .filter(Boolean),
    ),
)
