package dev.interlock.core.gate;

import java.util.List;

/// The words of one subject, from which [LongTexts] makes sentences.
///
/// @param who acting people
/// @param acts what they do, as a bare verb
/// @param things to what
/// @param places where
record Subject(List<String> who, List<String> acts, List<String> things, List<String> places) {
  static final List<String> SENTENCES =
      List.of(
          "Before the {thing} could be used, {who} had to {act} the {other} {where}.",
          "{n} times that year {who} tried to {act} the {thing}, and each time the {other} failed.",
          "Nobody {where} remembers why {who} would {act} a {thing} without looking at the"
              + " {other}.",
          "If the {thing} is older than {n} years, {who} should {act} it {where} or give it away.",
          "The report says that {who} did not {act} the {thing}; it was the {other} that broke"
              + " first.",
          "When {who} began to {act} the {thing}, {n} visitors stood {where} and watched in"
              + " silence.",
          "Most {thing} records are lost, yet {who} can still {act} the {other} by hand {where}.",
          "It takes {n} minutes to {act} one {thing}, and {who} rarely does so twice {where}.",
          "A letter from {who} explains how to {act} the {thing} once the {other} has been"
              + " removed.",
          "Between the {thing} and the {other} lies a narrow gap, which {who} must {act} with"
              + " care.");

  private static final List<Subject> ALL =
      List.of(
          of(
              "the captain,a young sailor,the harbour master,two divers",
              "repair,anchor,load,inspect",
              "rudder,cargo hold,lifeboat,sextant,winch,mast",
              "at the outer mole,below deck,off the western reef"),
          of(
              "the surgeon,a night nurse,the pharmacist,her patient",
              "examine,sterilise,dilute,bandage",
              "wound,vaccine,scalpel,blood sample,fever chart,kidney",
              "in the children's ward,behind the reception,during the epidemic"),
          of(
              "the astronomer,a graduate student,the telescope crew,an amateur",
              "photograph,measure,calibrate,predict",
              "comet,spectrograph,double star,eclipse,lunar crater,orbit",
              "on the mountain ridge,under a moonless sky,near the southern horizon"),
          of(
              "the baker,an apprentice cook,my grandmother,the head chef",
              "knead,roast,season,taste",
              "sourdough,onion soup,cinnamon bun,saffron rice,pastry,copper pan",
              "in the village kitchen,beside the wood oven,at the Sunday market"),
          of(
              "the judge,a court clerk,the defendant,both lawyers",
              "appeal,sign,dismiss,read aloud",
              "contract,verdict,inheritance claim,statute,bail,testimony",
              "before the supreme court,in the public gallery,after the recess"),
          of(
              "the violinist,a jazz drummer,the conductor,the choir",
              "rehearse,tune,transpose,record",
              "sonata,trumpet solo,chorus,grand piano,melody,metronome",
              "in the concert hall,on the open stage,during the festival"),
          of(
              "the farmer,a shepherd,seasonal workers,the vet",
              "harvest,plough,milk,fence in",
              "barley field,flock,tractor,orchard,irrigation ditch,compost heap",
              "beyond the river meadow,in the lower valley,after the first frost"),
          of(
              "the database administrator,an on-call engineer,the release team,a contractor",
              "restart,migrate,profile,roll back",
              "replica,message queue,load balancer,index,nightly build,certificate",
              "in the second data centre,behind the firewall,during the outage"),
          of(
              "the goalkeeper,a retired coach,the referee,both teams",
              "defend,replay,train for,celebrate",
              "penalty,championship,relay race,training camp,stadium record,offside rule",
              "in extra time,on the muddy pitch,in front of the home crowd"),
          of(
              "the mayor,a tax inspector,the central bank,small investors",
              "audit,subsidise,tax,postpone",
              "pension fund,housing loan,tram line,municipal bond,budget deficit,market hall",
              "at the town council,before the election,across the border"),
          of(
              "the geologist,a mining company,the rescue party,local guides",
              "drill,map,blast,descend into",
              "granite shaft,glacier,copper seam,fault line,limestone cave,lava field",
              "above the tree line,at a depth of nine hundred metres,near the volcano"),
          of(
              "the novelist,a bookseller,the translator,his publisher",
              "revise,translate,print,censor",
              "manuscript,footnote,poem,first edition,detective story,diary",
              "in a Paris attic,at the book fair,under a false name"));

  /// A subject; they come round again.
  static Subject at(int index) {
    return ALL.get(Math.floorMod(index * 5, ALL.size()));
  }

  private static Subject of(String who, String acts, String things, String places) {
    return new Subject(list(who), list(acts), list(things), list(places));
  }

  private static List<String> list(String words) {
    return List.of(words.split(",", -1));
  }
}
