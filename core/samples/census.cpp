// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include "core/samples/random.h"
#include "core/samples/sample_data.h"

namespace masu::samples {
namespace {

// Category i of each list has weight i of the array beside it.
constexpr std::array<std::string_view, 8> kWorkclasses{"Private",     "Self-emp-not-inc", "Local-gov",
                                                       "State-gov",   "Self-emp-inc",     "Federal-gov",
                                                       "Without-pay", "Never-worked"};
constexpr std::array<double, 8> kWorkclassWeights{.737, .084, .068, .043, .037, .031, .0006, .0004};

constexpr std::array<std::string_view, 16> kEducations{
    "Preschool", "1st-4th",      "5th-6th",   "7th-8th",    "9th",       "10th",    "11th",        "12th",
    "HS-grad",   "Some-college", "Assoc-voc", "Assoc-acdm", "Bachelors", "Masters", "Prof-school", "Doctorate"};
constexpr std::array<double, 16> kEducationWeights{.0017, .005, .010, .020, .0155, .028, .037, .0135,
                                                   .323,  .223, .042, .033, .164,  .054, .017, .012};

constexpr std::array<std::string_view, 7> kMaritals{"Married-civ-spouse", "Never-married", "Divorced",
                                                    "Separated",          "Widowed",       "Married-spouse-absent",
                                                    "Married-AF-spouse"};
enum Marital : std::size_t { kMarried, kNeverMarried, kDivorced, kSeparated, kWidowed, kSpouseAbsent, kArmedForces };

constexpr std::array<std::string_view, 14> kOccupations{
    "Prof-specialty", "Craft-repair",      "Exec-managerial",  "Adm-clerical",      "Sales",
    "Other-service",  "Machine-op-inspct", "Transport-moving", "Handlers-cleaners", "Farming-fishing",
    "Tech-support",   "Protective-serv",   "Priv-house-serv",  "Armed-Forces"};
constexpr std::array<double, 14> kOccupationWeights{.06, .15,  .10, .13, .12,  .12,  .08,
                                                    .06, .055, .04, .03, .025, .006, .0005};
// How much each step of education above school leaving multiplies the weight: 1.5 for professions, 0.75 for labour.
constexpr std::array<double, 14> kOccupationByEducation{1.50, .80, 1.22, 1.00, 1.03, .85, .76,
                                                        .80,  .74, .82,  1.15, 1.02, .70, 1.00};
constexpr std::array<double, 14> kOccupationFemaleFactor{1.0, .12, .75, 3.0, 1.0, 2.2, .8,
                                                         .12, .3,  .15, 1.1, .3,  18., .01};
constexpr std::array<double, 14> kOccupationIncome{.75,  .15,  .95,  .05, .35, -1.0, -.25,
                                                   -.05, -.75, -1.1, .65, .55, -1.6, 0.};

constexpr std::array<std::string_view, 6> kRelationships{"Husband",   "Not-in-family", "Own-child",
                                                         "Unmarried", "Wife",          "Other-relative"};
enum Relationship : std::size_t { kHusband, kNotInFamily, kOwnChild, kUnmarried, kWife, kOtherRelative };

constexpr std::array<std::string_view, 5> kRaces{"White", "Black", "Asian-Pac-Islander", "Amer-Indian-Eskimo", "Other"};
constexpr std::array<double, 5> kRaceWeights{.855, .096, .031, .0096, .0083};

constexpr std::array<std::string_view, 41> kCountries{"United-States",
                                                      "Mexico",
                                                      "Philippines",
                                                      "Germany",
                                                      "Puerto-Rico",
                                                      "Canada",
                                                      "El-Salvador",
                                                      "India",
                                                      "Cuba",
                                                      "England",
                                                      "China",
                                                      "South",
                                                      "Jamaica",
                                                      "Italy",
                                                      "Dominican-Republic",
                                                      "Japan",
                                                      "Guatemala",
                                                      "Poland",
                                                      "Vietnam",
                                                      "Columbia",
                                                      "Haiti",
                                                      "Portugal",
                                                      "Taiwan",
                                                      "Iran",
                                                      "Greece",
                                                      "Nicaragua",
                                                      "Peru",
                                                      "Ecuador",
                                                      "France",
                                                      "Ireland",
                                                      "Hong",
                                                      "Thailand",
                                                      "Cambodia",
                                                      "Trinadad&Tobago",
                                                      "Laos",
                                                      "Yugoslavia",
                                                      "Outlying-US(Guam-USVI-etc)",
                                                      "Scotland",
                                                      "Honduras",
                                                      "Hungary",
                                                      "Holand-Netherlands"};

constexpr std::array<Quantile, 13> kAges{{{0, 17},
                                          {.05, 19.5},
                                          {.12, 23},
                                          {.25, 28},
                                          {.37, 33},
                                          {.5, 37.5},
                                          {.62, 42},
                                          {.75, 48},
                                          {.85, 54},
                                          {.92, 60},
                                          {.97, 67},
                                          {.995, 78},
                                          {1, 91}}};
constexpr std::array<Quantile, 11> kWeights{{{0, 12285},
                                             {.05, 39500},
                                             {.1, 65700},
                                             {.25, 117550},
                                             {.5, 178100},
                                             {.75, 237600},
                                             {.9, 329000},
                                             {.95, 379500},
                                             {.99, 510000},
                                             {.9995, 900000},
                                             {1, 1490400}}};
constexpr std::array<Quantile, 10> kGains{{{0, 114},
                                           {.1, 2100},
                                           {.25, 3140},
                                           {.45, 5010},
                                           {.6, 7300},
                                           {.75, 7700},
                                           {.85, 15000},
                                           {.93, 15100},
                                           {.97, 27900},
                                           {1, 41400}}};
constexpr std::array<Quantile, 8> kLosses{
    {{0, 155}, {.05, 1400}, {.25, 1600}, {.5, 1887}, {.75, 1980}, {.9, 2250}, {.98, 2600}, {1, 4356.5}}};
constexpr std::array<Quantile, 9> kHours{
    {{0, 1}, {.08, 15}, {.2, 25}, {.35, 36}, {.45, 41}, {.62, 46}, {.85, 55}, {.97, 72}, {1, 99.9}}};

constexpr double kWorkclassMissing = .0564;
constexpr double kCountryMissing = .018;
constexpr double kFullTime = .44;

struct Person {
  int age = 0;
  bool female = false;
  bool workclassKnown = true;
  bool occupationKnown = true;
  bool countryKnown = true;
  std::size_t workclass = 0;
  std::size_t education = 0;
  std::size_t marital = 0;
  std::size_t occupation = 0;
  std::size_t relationship = 0;
  std::size_t race = 0;
  std::size_t country = 0;
  int weight = 0;
  int gain = 0;
  int loss = 0;
  int hours = 0;
  bool wealthy = false;
};

std::size_t drawEducation(const Person& person, SampleRandom& random) {
  auto weights = kEducationWeights;
  // Nobody of twenty holds a degree; the old left school earlier.
  for (std::size_t i = 10; i < weights.size(); ++i) {
    const int youngest = i < 12 ? 20 : i == 12 ? 22 : i == 13 ? 24 : 27;
    if (person.age < youngest) weights[i] *= .03;
  }
  if (person.age > 60) {
    for (std::size_t i = 0; i < 8; ++i) weights[i] *= 2.2;
  }
  return random.pick(weights);
}

std::size_t drawMarital(const Person& person, SampleRandom& random) {
  const double age = person.age;
  const double never = age < 22 ? 14. : age < 26 ? 2.6 : age < 30 ? 1.1 : age < 40 ? .42 : age < 50 ? .2 : .1;
  const double married = person.female ? .32 : 1.25;
  const double divorced = age < 25 ? .04 : .28;
  const double widowed = age < 45 ? .005 : age < 60 ? .05 : .22;
  const std::array<double, 7> weights{married, never * .72, divorced, .06, widowed * (person.female ? 1.6 : .4),
                                      .022,    .0011};
  return random.pick(weights);
}

std::size_t drawRelationship(const Person& person, SampleRandom& random) {
  if (person.marital == kMarried || person.marital == kArmedForces) {
    if (random.chance(.985)) return person.female ? kWife : kHusband;
    return random.chance(.5) ? kOtherRelative : kOwnChild;
  }
  const double child = person.marital == kNeverMarried ? (person.age < 24 ? 4. : person.age < 32 ? .9 : .22) : .09;
  const double unmarried = person.marital == kNeverMarried ? .16 : person.female ? .9 : .28;
  const std::array<double, 6> weights{0, .95, child, unmarried, 0, .1};
  return random.pick(weights);
}

std::size_t drawOccupation(const Person& person, SampleRandom& random) {
  auto weights = kOccupationWeights;
  const int steps = static_cast<int>(person.education) - 8;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double factor = steps < 0 ? 1 / kOccupationByEducation[i] : kOccupationByEducation[i];
    for (int step = 0; step < std::abs(steps); ++step) weights[i] *= factor;
    if (person.female) weights[i] *= kOccupationFemaleFactor[i];
  }
  return random.pick(weights);
}

int drawHours(const Person& person, SampleRandom& random) {
  if (random.chance(kFullTime)) return 40;
  const double hours = random.from(kHours);
  const bool partTime = person.age < 22 || person.age > 65;
  return static_cast<int>(partTime ? 1 + (hours - 1) * .6 : hours);
}

/// How well off somebody is, in deviations of the logistic model that such tables are known to follow; above 0 is rich.
double incomeScore(const Person& person) {
  const double age = std::min(person.age, 70);
  double score = -7.6;
  if (person.marital == kMarried || person.marital == kArmedForces) score += 2.35;
  score += .34 * static_cast<double>(person.education);
  score += .105 * (age - 17) - .0013 * (age - 17) * (age - 17);
  score += .032 * (person.hours - 40);
  if (person.occupationKnown) score += kOccupationIncome[person.occupation];
  if (!person.workclassKnown) score -= .6;
  if (person.workclass == 4) score += .35;
  if (person.workclass == 5) score += .4;
  if (person.workclass == 1) score -= .45;
  if (person.relationship == kWife) score += .3;
  if (person.relationship == kOwnChild) score -= .7;
  if (person.gain > 6800) score += 5;
  if (person.gain > 0 && person.gain <= 6800) score -= .6;
  if (person.loss > 1800 && person.loss < 2000) score += 1.8;
  return score;
}

void drawMoney(Person& person, SampleRandom& random) {
  const double schooling = static_cast<double>(person.education) / 16;
  const bool settled = person.marital == kMarried && person.age > 28;
  if (random.chance(.035 + .06 * schooling + (settled ? .03 : 0.))) {
    person.gain = static_cast<int>(random.from(kGains));
    if (!settled && person.gain > 6800 && random.chance(.6)) person.gain /= 3;
    if (settled && random.chance(.045)) person.gain = 99999;
  } else if (random.chance(.03 + .035 * schooling)) {
    person.loss = static_cast<int>(random.from(kLosses));
  }
}

Person drawPerson(SampleRandom& random) {
  // Noise that no column explains: without it the classes would be a plain function of the others.
  constexpr double kNoiseDeviation = 1.35;
  std::array<double, kCountries.size()> countryWeights{};
  countryWeights[0] = 91.3;
  countryWeights[1] = 1.95;
  for (std::size_t i = 2; i < countryWeights.size(); ++i) countryWeights[i] = 1.15 / static_cast<double>(i);

  Person person;
  person.age = static_cast<int>(random.from(kAges));
  person.female = random.chance(.332);
  person.workclass = random.pick(kWorkclassWeights);
  person.workclassKnown = !random.chance(kWorkclassMissing);
  person.occupationKnown = person.workclassKnown && kWorkclasses[person.workclass] != "Never-worked";
  person.weight = static_cast<int>(random.from(kWeights));
  person.education = drawEducation(person, random);
  person.marital = drawMarital(person, random);
  person.occupation = drawOccupation(person, random);
  person.relationship = drawRelationship(person, random);
  person.race = random.pick(kRaceWeights);
  person.country = random.pick(countryWeights);
  person.countryKnown = !random.chance(kCountryMissing);
  person.hours = drawHours(person, random);
  drawMoney(person, random);
  person.wealthy = incomeScore(person) + kNoiseDeviation * random.normal() > 0;
  return person;
}

void append(std::string& text, std::string_view value) {
  text += ", ";
  text += value;
}

void append(std::string& text, int value) {
  std::array<char, 12> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  append(text, std::string_view(digits.data(), end));
}

}  // namespace

void appendCensusHeader(std::string& text) {
  text +=
      "age,workclass,fnlwgt,education,education-num,marital-status,occupation,relationship,race,sex,capital-gain,"
      "capital-loss,hours-per-week,native-country,income\n";
}

void appendCensusRow(std::uint64_t seed, std::uint64_t row, std::string& text) {
  constexpr std::string_view kMissing = "?";
  SampleRandom random(seed, row);
  const Person person = drawPerson(random);
  text += std::to_string(person.age);
  append(text, person.workclassKnown ? kWorkclasses[person.workclass] : kMissing);
  append(text, person.weight);
  append(text, kEducations[person.education]);
  append(text, static_cast<int>(person.education) + 1);
  append(text, kMaritals[person.marital]);
  append(text, person.occupationKnown ? kOccupations[person.occupation] : kMissing);
  append(text, kRelationships[person.relationship]);
  append(text, kRaces[person.race]);
  append(text, person.female ? std::string_view("Female") : std::string_view("Male"));
  append(text, person.gain);
  append(text, person.loss);
  append(text, person.hours);
  append(text, person.countryKnown ? kCountries[person.country] : kMissing);
  append(text, person.wealthy ? std::string_view(">50K") : std::string_view("<=50K"));
  text += '\n';
}

}  // namespace masu::samples
