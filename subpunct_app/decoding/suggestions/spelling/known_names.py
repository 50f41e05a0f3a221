"""Names that have capitals of their own and are no other word when they are written small."""

from __future__ import annotations

# fmt: off
KNOWN = (
    "eBay", "eBPF", "edX", "fMRI", "freeCodeCamp", "gRPC", "iCloud", "iFixit", "iMac", "iMessage",
    "iMovie", "iOS", "iPad", "iPadOS", "iPhone", "iPod", "iRobot", "iTerm", "iTunes", "jQuery",
    "kHz", "kWh", "macOS", "mDNS", "mRNA", "mtDNA", "pfSense", "siRNA", "sRGB", "tRNA", "tRPC",
    "tvOS", "visionOS", "watchOS", "xAI",
    "ActivityPub", "AdSense", "AirPods", "AirTag", "AlexNet", "AliExpress", "AlphaFold", "AlphaGo",
    "AlphaZero", "AmeriCorps", "AppArmor", "AppleScript", "ArcGIS", "ArgoCD", "AstraZeneca",
    "AutoCAD", "AutoML", "BigQuery", "BitTorrent", "BlackRock", "BuildKit", "BuzzFeed", "ByteDance",
    "CentOS", "ChatGPT", "ChromeOS", "CircleCI", "ClickHouse", "CMake", "CockroachDB", "CodePen",
    "CoffeeScript", "CoinJoin", "CoreOS", "CouchDB", "CPython", "CrowdStrike", "DataFrame",
    "DeepMind", "DeepSeek", "DevOps", "DevRel", "DevTools", "DiCaprio", "DigitalOcean", "DiMaggio",
    "DistilBERT", "DocuSign", "DoorDash", "DreamWorks", "DuckDB", "DuckDuckGo", "DynamoDB",
    "ECMAScript", "ESLint", "ExxonMobil", "FaceTime", "FastAPI", "FedEx", "FedRAMP", "FFmpeg",
    "FreeBSD", "GeForce", "GenBank", "GHz", "GitHub", "GitLab", "GitOps", "GmbH", "GoDaddy",
    "GoFundMe", "GopherCon", "GoPro", "GraphQL", "HAProxy", "HarperCollins", "HashiCorp",
    "HeForShe", "HoloLens", "HomeKit", "HomePod", "HubSpot", "ImageMagick", "ImageNet", "IMDb",
    "IndexedDB", "IndieWeb", "InfiniBand", "InfluxDB", "IntelliJ", "IntelliSense", "IoT", "IPsec",
    "IPv4", "IPv6", "JAMstack", "JavaScript", "JetBlue", "JetBrains", "JFrog", "JPMorgan", "KiCad",
    "KitKat", "KubeCon", "LaGuardia", "LangChain", "LastPass", "LeBron", "LeCun", "LevelDB",
    "LibreOffice", "LinkedIn", "LoRaWAN", "MacArthur", "MacBook", "MacGregor", "MapReduce",
    "MariaDB", "MediaWiki", "MHz", "MoMA", "MongoDB", "MtGox", "MySpace", "MySQL", "NeurIPS",
    "NixOS", "NodeJS", "NoSQL", "NumPy", "NVMe", "OAuth", "OCaml", "OnlyFans", "OpenAI", "OpenAPI",
    "OpenBSD", "OpenCL", "OpenCV", "OpenFaaS", "OpenGL", "OpenOffice", "OpenShift", "OpenSSH",
    "OpenSSL", "OpenStack", "OpenStreetMap", "OpenTelemetry", "OpenTofu", "PagerDuty", "PalmOS",
    "PayPal", "PCIe", "PeerTube", "PhD", "PhoneGap", "PlanetScale", "PlayStation", "PostGIS",
    "PostgreSQL", "PowerBI", "PowerPC", "PowerPoint", "PowerShell", "ProPublica", "ProtonMail",
    "PubMed", "PyCharm", "PyCon", "PyPI", "PyPy", "PyTorch", "QAnon", "QuickBooks", "QuickTime",
    "RabbitMQ", "ResNet", "RSpec", "RStudio", "SaaS", "SciPy", "SegWit", "SendGrid", "SharePoint",
    "SketchUp", "SoftBank", "SolarWinds", "SolidWorks", "SoundCloud", "SourceForge", "SpaceX",
    "SpamAssassin", "SQLite", "StarCraft", "StoryCorps", "StumbleUpon", "SurveyMonkey",
    "TaskRabbit", "TechCrunch", "TEDx", "TensorBoard", "TensorFlow", "TensorRT", "ThinkPad",
    "ThoughtWorks", "TikTok", "TinyGo", "TiVo", "TripAdvisor", "TrueNAS", "TweetDeck", "TypeScript",
    "UniFi", "UPnP", "VirtualBox", "VMware", "VoIP", "VSCode", "WebAssembly", "WebEx", "WebGL",
    "WebKit", "WebRTC", "WebSocket", "WebView", "WeChat", "WeWork", "WhatsApp", "WikiLeaks",
    "WireGuard", "WolframAlpha", "WordPerfect", "WordPress", "WordStar", "XGBoost", "YouTube",
    "YouTuber", "ZeroMQ",
    "APIs", "ATMs", "CDs", "CEOs", "CFOs", "CPUs", "CTOs", "DAOs", "DJs", "DVDs", "ETFs", "EVs",
    "FAQs", "GIFs", "GMOs", "GPUs", "HTLCs", "IPOs", "IQs", "ISPs", "KPIs", "LEDs", "LLMs", "MBAs",
    "MOOCs", "MPs", "MRIs", "NFTs", "NGOs", "NPCs", "ORMs", "PCs", "PDFs", "PhDs", "PNGs", "PTLCs",
    "RFCs", "RPCs", "SDKs", "SMEs", "SSDs", "SUVs", "TPUs", "TVs", "UFOs", "UIs", "URLs", "UTXOs",
    "UUIDs", "VCRs", "VCs", "VMs", "VPNs",
    "African-American", "Afro-American", "Al-Qaeda", "Anglo-Saxon", "anti-American", "anti-Semitic",
    "anti-Semitism", "Asian-American", "Austro-Hungarian", "Coca-Cola", "Etats-Unis",
    "Franco-Prussian", "Greco-Roman", "Harley-Davidson", "Hewlett-Packard", "Indo-European",
    "Judeo-Christian", "Mercedes-Benz", "Merriam-Webster", "Mexican-American", "non-English",
    "pan-African", "post-Soviet", "pre-Columbian", "Rolls-Royce", "Spider-Man", "sub-Saharan",
    "T-Mobile", "Wal-Mart", "Wi-Fi", "X-Men",
)
# Other words elsewhere: names only where a model finds capitals within them.
TOLD = {
    name.lower(): name
    for name in (
        "ASICs", "BlackBerry", "cURL", "DaVinci", "DDoS", "DeFi", "DoS", "FaaS", "IaaS", "IDEs",
        "kOps", "LaTeX", "LLaMA", "MacDonald", "PaaS", "pH", "PoS", "PoW", "QoS", "RESTful", "RxJS",
        "SNARKs", "WiFi",
    )
}
# fmt: on
